-- How often a company has asked on a day whose an address is: nobody walks through all addresses.
create table transactions.owner_question (
  vasp_did text collate "C" not null,
  day date not null,
  asked int not null check (asked > 0),
  primary key (vasp_did, day)
);
alter table transactions.owner_question enable row level security;
alter table transactions.owner_question force row level security;
create policy tenant on transactions.owner_question to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
grant select, insert, delete on transactions.owner_question to countersign_app;
grant update (asked) on transactions.owner_question to countersign_app;
