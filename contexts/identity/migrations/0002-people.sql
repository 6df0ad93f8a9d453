-- What a person says of themselves; `name` stays what the identity provider says.
alter table identity.user
  add column own_name text check (length(own_name) between 1 and 120),
  add column phone text check (length(phone) between 5 and 30),
  add column job_title text check (length(job_title) between 1 and 120);
create index user_by_email on identity.user (lower(email));

-- A session changes its id when rights change. The one before is good for a moment longer, because
-- requests of the same page are under way; sealed_for is the first one, which the ID token is sealed to.
alter table identity.session
  add column must_rotate boolean not null default false,
  add column previous_hash bytea check (length(previous_hash) = 32),
  add column previous_until timestamptz,
  add column sealed_for bytea check (length(sealed_for) = 32);
create index session_by_previous on identity.session (previous_hash) where previous_hash is not null;

-- Somebody without an account, asked in by their address. Accepted when they sign in with it.
create table identity.invitation (
  vasp_did text collate "C" not null check (vasp_did like 'did:%'),
  id text collate "C" not null check (id like 'inv\_%'),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text collate "C" not null check (role in ('admin', 'compliance_officer', 'compliance_agent',
    'developer', 'billing_customer_admin', 'viewer')),
  -- The DID of a person; `system` for the demo's.
  invited_by text collate "C" not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Accepted or taken back.
  ended_at timestamptz,
  accepted_by text collate "C" references identity.user,
  primary key (vasp_did, id)
);
create unique index invitation_open on identity.invitation (vasp_did, email) where ended_at is null;
create index invitation_by_email on identity.invitation (email) where ended_at is null;

-- Somebody with an account who asks for a role in a company.
create table identity.request (
  vasp_did text collate "C" not null check (vasp_did like 'did:%'),
  id text collate "C" not null check (id like 'req\_%'),
  kind text collate "C" not null check (kind in ('join', 'claim', 'create')),
  user_id text collate "C" not null references identity.user,
  role text collate "C" not null check (role in ('admin', 'compliance_officer', 'compliance_agent',
    'developer', 'billing_customer_admin', 'viewer')),
  note text check (length(note) <= 500),
  domain_proven boolean not null,
  state text collate "C" not null check (state in ('pending', 'approved', 'declined', 'withdrawn')),
  reason text check (length(reason) <= 500),
  created_at timestamptz not null,
  decided_at timestamptz check ((decided_at is null) = (state = 'pending')),
  decided_by text collate "C",
  primary key (vasp_did, id)
);
create unique index request_open on identity.request (vasp_did, user_id) where state = 'pending';
create index request_of_user on identity.request (user_id, id);
create index request_waiting on identity.request (id) where state = 'pending' and kind <> 'join';

do $$
declare name text;
begin
  foreach name in array array['invitation', 'request'] loop
    execute format('alter table identity.%I enable row level security', name);
    execute format('alter table identity.%I force row level security', name);
    execute format('create policy tenant on identity.%I to countersign_app
      using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant())', name);
  end loop;
end $$;

-- Three ways to be somebody but a person (whose id begins with `user_`, or with the issuer's address):
-- `email ADDRESS` finds the account of an address, `staff` is the internal admin's desk.
create policy by_email on identity.user for select to countersign_app
  using (identity.self() = 'email ' || lower(email));
create policy staff on identity.user for select to countersign_app using (identity.self() = 'staff');
create policy staff on identity.membership for select to countersign_app
  using (identity.self() = 'staff');
create policy staff on identity.request for select to countersign_app
  using (identity.self() = 'staff' and kind <> 'join');

create policy own on identity.request for select to countersign_app
  using (user_id = identity.self());
-- A company sees of a stranger who they are for as long as they ask to be let in.
create policy applicants on identity.user for select to countersign_app
  using (exists (select from identity.request r
    where r.vasp_did = identity.tenant() and r.user_id = "user".id and r.state = 'pending'));
create policy invitee on identity.invitation for select to countersign_app
  using (exists (select from identity.user u
    where u.id = identity.self() and u.email_verified and lower(u.email) = invitation.email));

grant update (own_name, phone, job_title) on identity.user to countersign_app;
grant update (id_hash, must_rotate, previous_hash, previous_until, sealed_for)
  on identity.session to countersign_app;
grant select, insert, update (role, invited_by, sent_at, expires_at, ended_at, accepted_by)
  on identity.invitation to countersign_app;
grant select, insert, update (state, role, reason, decided_at, decided_by)
  on identity.request to countersign_app;
