create schema transactions;
grant usage on schema transactions to countersign_app, countersign_relay;

-- The tenant is the company. Its DID stands in app.tenant of the transaction.
create function transactions.tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

-- What everybody may know of an asset. Companies may add their own by symbol and decimals: those stand on the transfer.
create table transactions.asset (
  caip19 text collate "C" primary key check (length(caip19) <= 200),
  symbol text not null check (length(symbol) between 1 and 20),
  name text not null,
  network text not null,
  decimals int not null check (decimals between 0 and 77),
  listed boolean not null default true
);
create index asset_symbol on transactions.asset (symbol);

-- The truth of one transfer: what both of its companies may know. What one of them alone sees is its side.
create table transactions.transfer (
  id uuid primary key,
  originator_did text collate "C",
  beneficiary_did text collate "C",
  -- The company that redirected it away, until the new beneficiary's ARRIVE step.
  handing_over_did text collate "C",
  by_beneficiary boolean not null default false,
  status text not null check (status in ('SAVED', 'MISSING_BENEFICIARY_DATA', 'NEW', 'WAITING_FOR_INFORMATION',
    'SENT', 'ACK', 'NOT_READY', 'ACCEPTED', 'DECLINED', 'REJECTED', 'CANCELLED', 'INCOMPLETE')),
  version int not null default 1 check (version > 0),
  data_version int not null default 1 check (data_version > 0),
  type text not null check (type in ('TRAVELRULE', 'BELOW_THRESHOLD', 'NON_CUSTODIAL', 'UNKNOWN')),
  asset_id text collate "C" not null check (length(asset_id) <= 200),
  asset_symbol text not null check (length(asset_symbol) between 1 and 20),
  decimals int not null check (decimals between 0 and 77),
  amount numeric(78, 0) not null check (amount > 0),
  -- {usd, source, at, fx}; null until somebody knows the price.
  price jsonb,
  threshold jsonb not null,
  destination text not null check (length(destination) <= 200),
  destination_tag text check (length(destination_tag) <= 128),
  address_key bytea not null check (length(address_key) = 32),
  vout int check (vout >= 0),
  origin text check (length(origin) <= 200),
  origin_tx_hash text collate "C" check (length(origin_tx_hash) <= 200),
  blockchain_time timestamptz,
  skip boolean not null default false,
  behaviour boolean not null default true,
  self_hosted boolean not null default false,
  own_account boolean not null default false,
  beneficiary_name text check (length(beneficiary_name) <= 200),
  protocol text not null default 'TRLight' check (protocol in ('TRLight')),
  protocol_data jsonb,
  reason_code text,
  reason_by text check (reason_by in ('originator', 'beneficiary', 'system')),
  replaces uuid,
  merged_into uuid,
  sent_at timestamptz,
  acked_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (originator_did is not null or by_beneficiary),
  check (beneficiary_did is not null or not by_beneficiary),
  check ((reason_code is null) = (reason_by is null))
);
create index transfer_originator on transactions.transfer (originator_did, id);
create index transfer_beneficiary on transactions.transfer (beneficiary_did, id);
create unique index transfer_deposit on transactions.transfer
  (beneficiary_did, lower(origin_tx_hash), asset_id, address_key, coalesce(vout, -1), amount)
  where status = 'INCOMPLETE';

alter table transactions.transfer enable row level security;
alter table transactions.transfer force row level security;
-- The beneficiary knows of it once it was sent, or when it began it itself.
create policy participant on transactions.transfer for select to countersign_app using (
  transactions.tenant() in (originator_did, handing_over_did)
  or (beneficiary_did = transactions.tenant() and (sent_at is not null or by_beneficiary)));
create policy participant_change on transactions.transfer for update to countersign_app
  using (transactions.tenant() in (originator_did, handing_over_did)
    or (beneficiary_did = transactions.tenant() and (sent_at is not null or by_beneficiary)))
  with check (transactions.tenant() in (originator_did, beneficiary_did, handing_over_did));
create policy creator on transactions.transfer for insert to countersign_app with check (
  (originator_did = transactions.tenant() and not by_beneficiary)
  or (beneficiary_did = transactions.tenant() and by_beneficiary));
grant select, insert, update on transactions.transfer to countersign_app;

alter table transactions.asset enable row level security;
alter table transactions.asset force row level security;
create policy everybody on transactions.asset for select to countersign_app using (true);
grant select on transactions.asset to countersign_app;

-- Each side changes its own columns only: a statement of the wrong side is a mistake of ours, and fails.
create function transactions.keep_other_side() returns trigger language plpgsql as $$
declare
  tenant text := transactions.tenant();
  originators constant text[] := array['amount', 'asset_id', 'price', 'threshold', 'destination', 'destination_tag',
    'address_key', 'vout', 'skip', 'behaviour', 'beneficiary_name', 'sent_at', 'data_version', 'replaces'];
  beneficiaries constant text[] := array['acked_at', 'decided_at', 'handing_over_did'];
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  taboo text[];
  name text;
begin
  if tenant is null or (tenant = old.originator_did and tenant = old.beneficiary_did) then return new; end if;
  if old.by_beneficiary and old.status = 'INCOMPLETE' then return new; end if;
  taboo := case
    when tenant = old.originator_did then beneficiaries
    -- Only the new company's arrival ends a handing over.
    when tenant = old.beneficiary_did then originators
    else originators || array['acked_at', 'decided_at']
  end;
  foreach name in array taboo loop
    if was -> name is distinct from becomes -> name then
      raise exception 'The % of a transfer belongs to its other side', name using errcode = '42501';
    end if;
  end loop;
  return new;
end $$;
create trigger keep_other_side before update on transactions.transfer
  for each row execute function transactions.keep_other_side();
