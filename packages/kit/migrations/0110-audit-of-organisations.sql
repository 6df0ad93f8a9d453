-- The webhook service audits too: an organisation of it has a chain of its own.
alter table audit.entry drop constraint entry_vasp_did_check;
alter table audit.entry add constraint entry_vasp_did_check check
  (vasp_did like 'did:%' or vasp_did = 'network' or vasp_did ~ '^org_[0-9A-Za-z]{1,64}$');
