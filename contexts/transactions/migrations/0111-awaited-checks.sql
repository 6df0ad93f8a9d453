-- The checks for which the company's rules wait, and until when: {checks, until}. Null: they don't wait.
alter table transactions.side add column awaited_checks jsonb;
