-- Questions about a company's questionnaire: its owner's rows, which the company that asked sees as long as the
-- questionnaire is shared with it. Until when is compared with the clock of the process.
create table trust.ddq_thread (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'ddqt\_%'),
  requester_did text collate "C" not null references trust.vasp check (requester_did <> vasp_did),
  version int not null,
  about text collate "C" not null check (length(about) between 1 and 8),
  status text not null check (status in ('OPEN', 'ANSWERED', 'RESOLVED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vasp_did, id),
  foreign key (vasp_did, version) references trust.ddq_version
);
create index ddq_thread_of_pair on trust.ddq_thread (vasp_did, requester_did, status);
create index ddq_thread_asked on trust.ddq_thread (requester_did, updated_at desc);

create table trust.ddq_comment (
  vasp_did text collate "C" not null,
  thread_id text collate "C" not null,
  number int not null check (number > 0),
  author_did text collate "C" not null,
  by_did text not null,
  by_name text,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  primary key (vasp_did, thread_id, number),
  foreign key (vasp_did, thread_id) references trust.ddq_thread
);

do $$
declare name text;
begin
  foreach name in array array['ddq_thread', 'ddq_comment'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
  end loop;
end $$;

-- The owner answers, and asks nothing itself; neither writes in the other's name.
create policy tenant on trust.ddq_thread for select to countersign_app using (vasp_did = trust.tenant());
create policy tenant_answers on trust.ddq_thread for update to countersign_app
  using (vasp_did = trust.tenant())
  with check (vasp_did = trust.tenant() and status in ('OPEN', 'ANSWERED'));
create policy tenant on trust.ddq_comment for select to countersign_app using (vasp_did = trust.tenant());

create function trust.reads_questionnaire_of(owner text) returns boolean
  language sql stable parallel safe
  return exists (select from trust.document_request r where r.vasp_did = owner
    and r.requester_did = trust.tenant() and r.status = 'APPROVED'
    and r.document_type = 'DDQ for Travel Rule Data Sharing');

create policy requester_reads on trust.ddq_thread for select to countersign_app
  using (requester_did = trust.tenant() and trust.reads_questionnaire_of(vasp_did));
create policy requester_asks on trust.ddq_thread for insert to countersign_app
  with check (requester_did = trust.tenant() and status = 'OPEN'
    and trust.reads_questionnaire_of(vasp_did));
create policy requester_moves on trust.ddq_thread for update to countersign_app
  using (requester_did = trust.tenant() and trust.reads_questionnaire_of(vasp_did))
  with check (requester_did = trust.tenant() and status in ('OPEN', 'RESOLVED'));
create policy requester_reads on trust.ddq_comment for select to countersign_app
  using (exists (select from trust.ddq_thread t where t.vasp_did = ddq_comment.vasp_did
    and t.id = ddq_comment.thread_id and t.requester_did = trust.tenant()));
create policy side_writes on trust.ddq_comment for insert to countersign_app
  with check (author_did = trust.tenant() and exists (select from trust.ddq_thread t
    where t.vasp_did = ddq_comment.vasp_did and t.id = ddq_comment.thread_id));

-- What one side does to a thread, the other side's webhooks hear too.
create policy questionnaire_thread on outbox.event for insert to countersign_app
  with check (type = 'questionnaire.thread.changed' and exists (
    select from trust.ddq_thread t where t.id = event.payload ->> 'threadId'
      and event.object = t.id and event.vasp_did in (t.vasp_did, t.requester_did)));

grant select, insert, update (status, updated_at) on trust.ddq_thread to countersign_app;
grant select, insert on trust.ddq_comment to countersign_app;
