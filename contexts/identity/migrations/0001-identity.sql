create schema identity;
grant usage on schema identity to countersign_app;

-- Whose rows exist for the transaction: a company's, or a person's own.
create function identity.tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');
create function identity.self() returns text language sql stable parallel safe
  return nullif(current_setting('app.user', true), '');

-- A person as one identity provider knows them. `is_internal_admin` follows the provider's claim at
-- each sign-in, because that role belongs to no company and has no membership.
create table identity.user (
  id text collate "C" primary key check (id like 'user\_%'),
  did text collate "C" not null unique check (did like 'did:%'),
  issuer text collate "C" not null,
  subject text collate "C" not null check (length(subject) between 1 and 255),
  email text not null check (length(email) between 3 and 254),
  email_verified boolean not null,
  name text not null check (length(name) <= 256),
  is_internal_admin boolean not null default false,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (issuer, subject)
);

-- Who may act for a company. The provider's claim only adds rows that were never here; an ended one
-- stays ended until somebody of the company adds the person again.
create table identity.membership (
  vasp_did text collate "C" not null check (vasp_did like 'did:%'),
  user_id text collate "C" not null references identity.user,
  role text collate "C" not null check (role in ('admin', 'compliance_officer', 'compliance_agent',
    'developer', 'billing_customer_admin', 'viewer')),
  source text not null check (source in ('claim', 'seed', 'admin')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (vasp_did, user_id, role)
);
create index membership_by_user on identity.membership (user_id) where ended_at is null;

-- The cookie holds the id; here is its SHA-256 alone. id_token is sealed: the provider wants it back
-- at sign-out.
create table identity.session (
  id_hash bytea primary key check (length(id_hash) = 32),
  user_id text collate "C" not null references identity.user,
  created_at timestamptz not null,
  last_active_at timestamptz not null,
  expires_at timestamptz not null,
  id_token text not null,
  user_agent text not null check (length(user_agent) <= 200)
);
create index session_of_user on identity.session (user_id);
create index session_by_expiry on identity.session (expires_at);

-- A sign-in under way. Bound to the browser that began it, good for one use within ten minutes.
create table identity.login (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  nonce text not null,
  verifier text not null,
  redirect text not null check (length(redirect) <= 2048),
  expires_at timestamptz not null
);
create index login_by_expiry on identity.login (expires_at);

-- Allow-list: both are looked up before anyone is known, by a hash of 256 random bits that only the
-- browser has, so there is no tenant or user to bind a policy to.
comment on table identity.session is 'Without row-level security: found by secret hash alone';
comment on table identity.login is 'Without row-level security: found by secret hash alone';

alter table identity.user enable row level security;
alter table identity.user force row level security;
-- A person is reached by id, or at sign-in by what the provider calls them.
create policy own on identity.user to countersign_app
  using (identity.self() in (id, issuer || ' ' || subject))
  with check (identity.self() in (id, issuer || ' ' || subject));
create policy colleagues on identity.user for select to countersign_app
  using (exists (select from identity.membership m
    where m.vasp_did = identity.tenant() and m.user_id = id and m.ended_at is null));

alter table identity.membership enable row level security;
alter table identity.membership force row level security;
create policy tenant on identity.membership to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
create policy own on identity.membership for select to countersign_app
  using (user_id = identity.self());

grant select, insert, update (email, email_verified, name, is_internal_admin, last_seen_at)
  on identity.user to countersign_app;
grant select, insert, update (source, created_at, ended_at) on identity.membership
  to countersign_app;
grant select, insert, update (last_active_at), delete on identity.session to countersign_app;
grant select, insert, delete on identity.login to countersign_app;
