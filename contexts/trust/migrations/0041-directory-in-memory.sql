-- Which transaction changed a company last. Who keeps the companies in memory reads again those whose
-- transaction was not over when it last looked: none is missed, however transactions overlap.
drop trigger vasp_changed on trust.vasp;
drop function trust.vasp_changed();
drop sequence trust.vasp_change;

alter table trust.vasp add column changed_in xid8 not null default '0';
create index vasp_changed on trust.vasp (changed_in);

create function trust.vasp_changed() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger vasp_changed before insert or update on trust.vasp
  for each row execute function trust.vasp_changed();
