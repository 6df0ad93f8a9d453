-- Days on which a company's people were reminded of what waits for them: once a day at the most.
create table transactions.reminder (
  vasp_did text collate "C" not null,
  day date not null,
  primary key (vasp_did, day)
);
alter table transactions.reminder enable row level security;
alter table transactions.reminder force row level security;
create policy tenant on transactions.reminder to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
grant select, insert, delete on transactions.reminder to countersign_app;

create index transfer_waiting on transactions.transfer (beneficiary_did, created_at)
  where status = 'WAITING_FOR_INFORMATION';
create unique index unreachable_name on transactions.unreachable (lower(name)) where company_did is null;

-- A company's transfer can't reach its counterparty: the network's desk sees the counterparty's name, and no more.
create function transactions.note_unreachable(company text, company_name text, noted_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if transactions.tenant() is null then return; end if;
  update transactions.unreachable u set resolved_at = null
    where u.company_did = company or (company is null and u.company_did is null and lower(u.name) = lower(company_name));
  if found then return; end if;
  insert into transactions.unreachable (id, company_did, name, created_at)
    values ('req_' || replace(gen_random_uuid()::text, '-', ''), company, left(company_name, 200), noted_at)
    on conflict do nothing;
end $$;

-- Whether the network knows how to reach a company for which nobody works here.
create function transactions.has_contact(company text) returns boolean language sql stable security definer
  set search_path = pg_catalog as $$
  select exists (select from transactions.unreachable u where u.company_did = company and u.contact is not null)
$$;

-- The network's cases: names and counts, of no transfer more than that it waits and since when.
create function transactions.unreachable_cases() returns table (
  id text, company_did text, name text, contact text, created_at timestamptz, resolved_at timestamptz,
  waiting int, companies int, oldest_at timestamptz) language sql stable security definer
  set search_path = pg_catalog as $$
  select u.id, u.company_did, u.name, u.contact, u.created_at, u.resolved_at, t.waiting, t.companies, t.oldest_at
  from transactions.unreachable u
  left join lateral (select count(*)::int as waiting, count(distinct t.originator_did)::int as companies,
      min(t.created_at) as oldest_at from transactions.transfer t
    where t.status = 'WAITING_FOR_INFORMATION' and (t.beneficiary_did = u.company_did
      or (u.company_did is null and t.beneficiary_did is null and lower(t.beneficiary_name) = lower(u.name)))) t on true
  where transactions.tenant() = 'network'
$$;

-- Lets the transfers of a case try again, each as a step of the company that sent it. Only for the network.
create function transactions.network_contact(case_id text, what jsonb, at timestamptz) returns int
  language plpgsql security definer set search_path = pg_catalog as $$
declare added int;
begin
  if transactions.tenant() is distinct from 'network' then return 0; end if;
  insert into transactions.step (vasp_did, id, transfer_id, version, no, kind, due_at, timer, args)
    select t.originator_did, 'stp_' || replace(gen_random_uuid()::text, '-', ''), t.id, t.version, 9, 'CONTACT', at, true,
      what from transactions.unreachable u join transactions.transfer t on t.status = 'WAITING_FOR_INFORMATION'
        and (t.beneficiary_did = u.company_did or (u.company_did is null and t.beneficiary_did is null
          and lower(t.beneficiary_name) = lower(u.name)))
    where u.id = case_id and t.originator_did is not null;
  get diagnostics added = row_count;
  return added;
end $$;

-- Hands a transfer to another company on the network's behalf, as a step of the company that has it now.
create function transactions.network_redirect(transfer uuid, what jsonb, at timestamptz) returns int
  language plpgsql security definer set search_path = pg_catalog as $$
declare added int;
begin
  if transactions.tenant() is distinct from 'network' then return 0; end if;
  insert into transactions.step (vasp_did, id, transfer_id, version, no, kind, due_at, timer, args)
    select case when t.status = 'WAITING_FOR_INFORMATION' then t.originator_did else t.beneficiary_did end,
      'stp_' || replace(gen_random_uuid()::text, '-', ''), t.id, t.version, 9, 'NETWORK', at, true, what
    from transactions.transfer t where t.id = transfer and t.beneficiary_did is not null
      and t.originator_did is not null
      and t.status in ('WAITING_FOR_INFORMATION', 'SENT', 'ACK', 'NOT_READY');
  get diagnostics added = row_count;
  return added;
end $$;

-- Of some companies, those of a group, the one that has this address in its own book; two are no answer.
create function transactions.owner_among(wanted bytea, among text[]) returns table (owner_did text)
  language sql stable security definer set search_path = pg_catalog as $$
  select min(c.vasp_did) from transactions.address_claim c
  where c.key = wanted and c.vasp_did = any(among) and c.vasp_did <> transactions.tenant()
  having count(*) = 1
$$;

do $$
declare name text;
begin
  foreach name in array array['note_unreachable(text, text, timestamptz)', 'has_contact(text)', 'unreachable_cases()',
    'network_contact(text, jsonb, timestamptz)', 'network_redirect(uuid, jsonb, timestamptz)',
    'owner_among(bytea, text[])'] loop
    execute format('revoke all on function transactions.%s from public', name);
    execute format('grant execute on function transactions.%s to countersign_app', name);
  end loop;
end $$;
