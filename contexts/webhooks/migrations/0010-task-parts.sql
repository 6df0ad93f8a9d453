-- What a task has found so far, a row for each page, so that a result that grows is not written anew
-- with every page. Put together, and gone, when the task ends.
create table webhooks.task_part (
  org_id text collate "C" not null,
  task_id text collate "C" not null,
  part int not null,
  found jsonb not null,
  primary key (org_id, task_id, part),
  foreign key (org_id, task_id) references webhooks.background_task on delete cascade
);
alter table webhooks.task_part enable row level security;
alter table webhooks.task_part force row level security;
create policy tenant on webhooks.task_part to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
grant select, insert, delete on webhooks.task_part to countersign_app;

-- Tasks that are under way keep what they have.
insert into webhooks.task_part (org_id, task_id, part, found)
  select org_id, id, 0, coalesce(progress -> 'created', progress -> 'appStats')
  from webhooks.background_task where progress ?| array['created', 'appStats'];
update webhooks.background_task set progress = progress - 'created' - 'appStats'
  where progress ?| array['created', 'appStats'];

-- Tasks are forgotten when no list reaches them any more.
create index background_task_age on webhooks.background_task (created_at)
  where status <> 'running';
grant delete on webhooks.background_task to countersign_engine;
