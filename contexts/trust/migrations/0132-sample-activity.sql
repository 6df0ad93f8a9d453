-- The demo's figures are made up; whoever reads them must be told.
alter table trust.counterparty_activity add column is_sample boolean not null default false;
