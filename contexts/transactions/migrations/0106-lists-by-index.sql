-- A list finds its rows by the company's side alone: why the transfer ended and whether it has a hash stand there too.
alter table transactions.side drop column reason_no;
alter table transactions.side add column reason_code text;
alter table transactions.side add column has_hash boolean not null default false;
-- The owner is bound by row-level security while it is forced.
alter table transactions.side no force row level security;
alter table transactions.transfer no force row level security;
update transactions.side s set reason_code = t.reason_code, has_hash = coalesce(s.tx_hash, t.origin_tx_hash) is not null
  from transactions.transfer t
  where t.id = s.transfer_id and (t.reason_code is not null or coalesce(s.tx_hash, t.origin_tx_hash) is not null);
alter table transactions.side force row level security;
alter table transactions.transfer force row level security;

-- Every list is a walk along one of these, so that it can stop after so many rows and go on from there.
create index side_created on transactions.side (vasp_did, created_at desc, transfer_id desc);
create index side_updated on transactions.side (vasp_did, updated_at desc, transfer_id desc);
create index side_company on transactions.side (vasp_did, counterparty_no, created_at desc, transfer_id desc)
  include (simulated);
create index side_assignee on transactions.side (vasp_did, assignee, created_at desc, transfer_id desc)
  where assignee is not null;
create index side_waiting on transactions.side (vasp_did, waits_for, created_at desc, transfer_id desc)
  where waits_for is not null;
create index side_reason on transactions.side (vasp_did, reason_code, created_at desc, transfer_id desc)
  where reason_code is not null;
create index side_rule on transactions.side (vasp_did, rule_id, created_at desc, transfer_id desc)
  where rule_id is not null;
create index side_held on transactions.side (vasp_did, created_at desc, transfer_id desc) where held_by is not null;
create index side_no_hash on transactions.side (vasp_did, created_at desc, transfer_id desc) where not has_hash;
