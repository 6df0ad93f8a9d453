-- Transfers with the simulator are tried out, not traded: no counter takes them in, and lists show them on request.
alter table transactions.transfer add column simulated boolean not null default false;
alter table transactions.side add column simulated boolean not null default false;
-- SIMULATE: the simulator's companies answer by their script.
alter table transactions.step drop constraint step_kind_check;
alter table transactions.step add constraint step_kind_check check (kind in ('FOLLOW', 'VIEWED', 'ARRIVE', 'REASSESS',
  'DECIDE', 'RELEASE', 'REVOKE', 'ADDRESS', 'CONTACT', 'NETWORK', 'MERGE', 'PRICE', 'NO_RESPONSE', 'DEADLINE',
  'REQUEST_DUE', 'REMIND', 'WAKE', 'ERASE', 'SIMULATE'));
