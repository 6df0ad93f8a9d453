-- What the network's operator read of a company outside of a look: the first time of each address in an
-- hour stands in the company's chain. `network` is for what belongs to no company.
create table identity.operator_read (
  vasp_did text collate "C" not null check (vasp_did like 'did:%' or vasp_did = 'network'),
  user_id text collate "C" not null references identity.user,
  address_hash bytea not null check (length(address_hash) = 32),
  hour timestamptz not null,
  primary key (vasp_did, user_id, address_hash, hour)
);
alter table identity.operator_read enable row level security;
alter table identity.operator_read force row level security;
create policy tenant on identity.operator_read to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
grant select, insert, delete on identity.operator_read to countersign_app;

-- A role that the provider's claim gave, the claim takes away, and may give again; what somebody of the
-- company ended stays ended.
alter table identity.membership add column ended_by_claim boolean not null default false;
grant update (ended_by_claim) on identity.membership to countersign_app;

-- Nobody finds an account by an address any more: people are invited, and accept.
drop policy by_email on identity.user;
