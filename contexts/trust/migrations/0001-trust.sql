create extension if not exists pg_trgm;
create schema trust;
grant usage on schema trust to countersign_app, countersign_relay;

-- The tenant is the company. Its DID stands in app.tenant of the transaction.
create function trust.tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

create function trust.text_list(list jsonb) returns text[] language sql immutable parallel safe
  return coalesce(array(select jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end)), '{}');

create function trust.search_text(profile jsonb, did text) returns text language sql immutable parallel safe
  return lower(coalesce(profile ->> 'name', '') || ' ' || coalesce(profile ->> 'legalName', '') || ' ' ||
    coalesce(profile ->> 'website', '') || ' ' || coalesce(profile ->> 'lei', '') || ' ' || did);

-- profile holds what the company states of itself, by the names of the contract; the columns hold what
-- the network states. The generated columns serve the directory.
create table trust.vasp (
  vasp_did text collate "C" primary key check (vasp_did like 'did:%' and length(vasp_did) <= 256),
  profile jsonb not null check (profile ->> 'name' <> ''),
  logo text,
  regulatory_status text,
  verification_status text not null default 'UNVERIFIED' check (verification_status in
    ('UNVERIFIED', 'SUBMITTED', 'PENDING_REVIEW', 'VERIFIED', 'REJECTED', 'EXPIRED', 'SUSPENDED')),
  has_admin boolean not null default false,
  is_active_receiver boolean not null default false,
  is_notifiable boolean not null default false,
  compliance_phase text not null default 'NOT_STARTED',
  subsidiary_of text collate "C" references trust.vasp,
  protocols text[] not null default '{}',
  email_domains text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sort_name text not null generated always as (lower(profile ->> 'name')) stored,
  search_text text not null generated always as (trust.search_text(profile, vasp_did)) stored,
  jurisdictions text[] not null generated always as (trust.text_list(profile -> 'jurisdictions')) stored
);
create index vasp_directory on trust.vasp (sort_name, vasp_did);
create index vasp_search on trust.vasp using gin (search_text gin_trgm_ops);
create index vasp_jurisdictions on trust.vasp using gin (jurisdictions);
create index vasp_email_domains on trust.vasp using gin (email_domains);

-- Every value that was ever asserted of a field, by whom and when. The newest is the present one.
create table trust.claim (
  vasp_did text collate "C" not null references trust.vasp,
  id bigint generated always as identity,
  field text not null,
  value jsonb not null,
  issuer text not null,
  visibility text not null check (visibility in ('public', 'network', 'members')),
  issued_at timestamptz not null,
  expires_at timestamptz,
  primary key (vasp_did, id)
);
create index claim_field on trust.claim (vasp_did, field, id desc);

-- Two companies never share an application at the webhook service: did:a:x and did:b:x strip alike.
create table trust.webhook_app (
  vasp_did text collate "C" primary key references trust.vasp,
  app_uid text not null unique,
  created_at timestamptz not null
);

-- What happened and must be told, written in the transaction of the change.
create table trust.outbox (
  vasp_did text collate "C" not null references trust.vasp,
  id text collate "C" not null,
  type text not null,
  payload json not null,
  created_at timestamptz not null,
  due_at timestamptz,
  tries int not null default 0,
  primary key (vasp_did, id)
);
create index outbox_due on trust.outbox (due_at) where due_at is not null;

do $$
declare name text;
begin
  foreach name in array array['vasp', 'claim', 'webhook_app', 'outbox'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;
-- The directory is for all; who may read which column is the contract's business.
create policy directory on trust.vasp for select to countersign_app using (true);
create policy directory on trust.claim for select to countersign_app using (visibility <> 'members');
create policy relay on trust.outbox to countersign_relay using (true) with check (true);
create policy relay on trust.webhook_app for select to countersign_relay using (true);

grant select, insert, update on trust.vasp to countersign_app;
grant select, insert on trust.claim, trust.webhook_app, trust.outbox to countersign_app;
grant select, update (due_at, tries) on trust.outbox to countersign_relay;
grant select on trust.webhook_app to countersign_relay;
