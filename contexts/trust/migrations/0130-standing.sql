-- Whether the directory may show a company. A new one waits for the network; one that was declined,
-- withdrawn, merged or deleted stays for its history alone.
alter table trust.vasp
  add column listing text not null default 'listed' check (listing in
    ('pending', 'listed', 'declined', 'withdrawn', 'merged', 'deleted')),
  add column redirect_did text collate "C" references trust.vasp
    check ((redirect_did is null) = (listing <> 'merged')),
  -- The entries of registers that stand for the company: {"GLEIF": {"externalId", "proof", "since"}}.
  -- Without a proof the company only claims an entry.
  add column registers jsonb not null default '{}',
  -- Why a company is suspended, disabled or deregistered, for its counterparties.
  add column status_reasons jsonb not null default '{}',
  -- Counts the changes of the profile, so that two people who edit it at once notice each other.
  add column version int not null default 1;
alter table trust.vasp alter column listing set default 'pending';
alter table trust.vasp add column listed boolean not null
  generated always as (listing = 'listed' and disabled_at is null) stored;

alter table trust.registry_record
  -- The fields that were asked for while the entry was only claimed; they hold once it is confirmed.
  add column said jsonb not null default '{}';
create policy network on trust.registry_record for select to countersign_app
  using (trust.tenant() = 'network' and said <> '{}');

-- What is there already: requests that were never approved are not for the directory, and no entry of a
-- register was ever proven. Of several companies with one LEI the oldest keeps the claim.
alter table trust.vasp no force row level security;
alter table trust.registry_record no force row level security;
do $$
begin
  if to_regclass('identity.request') is not null then
    alter table identity.request no force row level security;
    update trust.vasp v set listing = r.state
      from identity.request r
      where r.vasp_did = v.vasp_did and r.kind = 'create' and r.state in ('pending', 'declined', 'withdrawn')
        and not v.has_admin;
    alter table identity.request force row level security;
  end if;
end $$;
update trust.vasp v set registers = jsonb_build_object('GLEIF', jsonb_build_object(
    'externalId', v.profile ->> 'lei', 'proof', null, 'since', v.created_at))
  where v.listing in ('pending', 'listed') and v.profile ->> 'lei' is not null
    and not exists (select from trust.vasp o where o.profile ->> 'lei' = v.profile ->> 'lei'
      and o.listing in ('pending', 'listed') and (o.created_at, o.vasp_did) < (v.created_at, v.vasp_did));
update trust.vasp v set registers = registers || jsonb_build_object('VASPnet', jsonb_build_object(
    'externalId', r.external_id, 'proof', null, 'since', r.fetched_at))
  from trust.registry_record r
  where r.vasp_did = v.vasp_did and r.registry = 'VASPnet' and v.listing in ('pending', 'listed')
    and not exists (select from trust.registry_record o
      where o.registry = 'VASPnet' and o.external_id = r.external_id
        and (o.fetched_at, o.vasp_did) < (r.fetched_at, r.vasp_did));
alter table trust.vasp force row level security;
alter table trust.registry_record force row level security;

-- One company for each entry, whoever asks first; the network, or a proof, decides otherwise.
create unique index vasp_gleif on trust.vasp ((registers -> 'GLEIF' ->> 'externalId'))
  where listing in ('pending', 'listed') and registers ? 'GLEIF';
create unique index vasp_vaspnet on trust.vasp ((registers -> 'VASPnet' ->> 'externalId'))
  where listing in ('pending', 'listed') and registers ? 'VASPnet';
create index vasp_pending on trust.vasp (created_at, vasp_did) where listing = 'pending';

-- What two records of one company have in common however they are written: letters without accents, case,
-- punctuation and legal form; a site without www.
create function trust.name_key(name text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(
    regexp_replace(lower(normalize(coalesce(name, ''), NFKD)), '[\u0300-\u036f.'',’]', '', 'g'),
    '(\s+(ltd|limited|inc|incorporated|llc|llp|lp|plc|corp|corporation|co|company|gmbh|ag|kg|sa|sas|sarl|srl|spa|bv|nv|ab|as|oy|oyj|aps|uab|pte|pty|pvt|kk|fzco|fze|lda|ltda|mbh|se))+\s*$', ''),
    '[\s!-/:-@\[-`{-~–—]+', '', 'g');
create function trust.site_key(website text) returns text language sql immutable parallel safe
  return regexp_replace(substring(lower(coalesce(website, '')) from '^https?://(?:[^/?#@]*@)?([^/:?#]+)'),
    '^www\.|\.$', '', 'g');
create index vasp_name_key on trust.vasp (trust.name_key(profile ->> 'name'))
  where listing in ('pending', 'listed');
create index vasp_legal_name_key on trust.vasp (trust.name_key(profile ->> 'legalName'))
  where listing in ('pending', 'listed');
create index vasp_site_key on trust.vasp (trust.site_key(profile ->> 'website'))
  where listing in ('pending', 'listed');
create index vasp_lei on trust.vasp ((profile ->> 'lei')) where listing in ('pending', 'listed');

-- The directory reads its index alone; so the index has to know who is listed.
drop index trust.vasp_directory;
create index vasp_directory on trust.vasp (sort_name, vasp_did) include (has_admin, is_active_sender,
  is_active_receiver, verification_status, regulatory_status, subsidiary_of, discoverable, listed, jurisdictions);
drop index trust.vasp_by_status;
create index vasp_by_status on trust.vasp
  (((regulatory_status is null)::int), coalesce(regulatory_status, ''), sort_name, vasp_did)
  include (has_admin, is_active_sender, is_active_receiver, verification_status, regulatory_status,
    subsidiary_of, discoverable, listed, jurisdictions);
