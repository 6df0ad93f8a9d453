-- People tell machine clients apart by what they are for.
alter table identity.credential add column name text collate "C" check (length(name) between 1 and 60);
alter table identity.credential no force row level security;
update identity.credential one
   set name = 'Credential ' || numbered.place
  from (select id, row_number() over (partition by vasp_did order by created_at, id) as place
          from identity.credential) numbered
 where numbered.id = one.id;
alter table identity.credential force row level security;
alter table identity.credential alter column name set not null;
grant update (name) on identity.credential to countersign_app;
