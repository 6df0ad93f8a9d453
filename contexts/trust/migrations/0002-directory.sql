-- What the network states besides. An undiscoverable company is in no list; its DID still opens it.
alter table trust.vasp
  add column discoverable boolean not null default true,
  add column is_active_sender boolean not null default false,
  add column last_sent_at timestamptz,
  add column last_received_at timestamptz,
  add column compliance_phase_data jsonb not null default '{}',
  add column year_founded text generated always as (profile ->> 'yearFounded') stored;

create or replace function trust.search_text(profile jsonb, did text) returns text language sql immutable parallel safe
  return lower(coalesce(profile ->> 'name', '') || ' ' || coalesce(profile ->> 'legalName', '') || ' ' ||
    array_to_string(trust.text_list(profile -> 'otherNames'), ' ') || ' ' ||
    coalesce(profile ->> 'website', '') || ' ' || coalesce(profile ->> 'lei', '') || ' ' || did);
drop index trust.vasp_search;
alter table trust.vasp drop column search_text;
alter table trust.vasp
  add column search_text text not null generated always as (trust.search_text(profile, vasp_did)) stored;
create index vasp_search on trust.vasp using gin (search_text gin_trgm_ops);

-- Pages, counts and facets are answered from this index alone; a page's rows are then read by their keys.
drop index trust.vasp_directory;
create index vasp_directory on trust.vasp (sort_name, vasp_did) include (has_admin, is_active_sender,
  is_active_receiver, verification_status, regulatory_status, subsidiary_of, discoverable, jurisdictions);
create index vasp_name_prefix on trust.vasp (sort_name text_pattern_ops);
create index vasp_updated on trust.vasp (updated_at, vasp_did);
create index vasp_created on trust.vasp (created_at, vasp_did);
create index vasp_group on trust.vasp (subsidiary_of) where subsidiary_of is not null;
create index vasp_analytics_name on trust.vasp (lower(profile ->> 'chainalysisName'))
  where profile ->> 'chainalysisName' is not null;

-- Billing of a company, for its own people alone.
create table trust.vasp_billing (
  vasp_did text collate "C" primary key references trust.vasp,
  subscription_id text,
  untracked_usage_in_period int check (untracked_usage_in_period >= 0),
  billing_customer_did text
);

-- Every verdict that a company gave on another one. The newest that was not taken back is in force.
create table trust.review_history (
  vasp_did text collate "C" not null references trust.vasp,
  id text collate "C" not null,
  seq bigint generated always as identity,
  reviewed_did text collate "C" not null references trust.vasp,
  review_value text not null check (review_value in ('TRUSTED', 'BLOCKED', 'MANUAL')),
  note text check (length(note) <= 2000),
  reasons text[] not null,
  evidence jsonb not null,
  next_review_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text,
  withdrawn_at timestamptz,
  primary key (vasp_did, id),
  check (vasp_did <> reviewed_did)
);
create index review_history_of on trust.review_history (vasp_did, reviewed_did, seq desc);

-- The verdict in force, one for each pair: what lists filter by, and what two reviewers lock.
create table trust.review (
  vasp_did text collate "C" not null,
  reviewed_did text collate "C" not null references trust.vasp,
  review_id text collate "C" not null,
  review_value text not null,
  next_review_at timestamptz not null,
  primary key (vasp_did, reviewed_did),
  -- Its row is locked before the history is written, so that the history's order is that of the locks.
  foreign key (vasp_did, review_id) references trust.review_history (vasp_did, id) deferrable initially deferred
);
create index review_due on trust.review (vasp_did, next_review_at, reviewed_did);

-- Transfers with one counterparty in one month, seen from vasp_did.
create table trust.counterparty_activity (
  vasp_did text collate "C" not null references trust.vasp,
  counterparty_did text collate "C" not null references trust.vasp,
  month date not null check (extract(day from month) = 1),
  incoming int not null default 0 check (incoming >= 0),
  outgoing int not null default 0 check (outgoing >= 0),
  travel_rule_incoming int not null default 0 check (travel_rule_incoming between 0 and incoming),
  travel_rule_outgoing int not null default 0 check (travel_rule_outgoing between 0 and outgoing),
  answered int not null default 0 check (answered between 0 and travel_rule_outgoing),
  updated_at timestamptz not null,
  primary key (vasp_did, month, counterparty_did)
);

do $$
declare name text;
begin
  foreach name in array array['vasp_billing', 'review_history', 'review', 'counterparty_activity'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;

grant select, insert, update on trust.vasp_billing, trust.counterparty_activity
  to countersign_app;
grant select, insert, update (withdrawn_at) on trust.review_history to countersign_app;
grant select, insert, update, delete on trust.review to countersign_app;
