-- Moves on with every change of a company, so that a count of them can be kept until there is one.
create sequence trust.vasp_change;
grant usage, select on sequence trust.vasp_change to countersign_app;

create function trust.vasp_changed() returns trigger language plpgsql as $$
begin
  perform nextval('trust.vasp_change');
  return null;
end $$;
create trigger vasp_changed after insert or update or delete on trust.vasp
  for each statement execute function trust.vasp_changed();
