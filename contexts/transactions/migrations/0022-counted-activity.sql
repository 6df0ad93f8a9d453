-- Whom companies have transfers with: the relay asks before a company is taken out of the directory.
create policy relay on transactions.counterparty for select to countersign_relay using (true);
grant select (counterparty_did) on transactions.counterparty to countersign_relay;

-- What was counted in before is counted by month here: the transfers as they stand, without what is still noted for
-- the next fold. The owner is bound by row-level security while it is forced.
do $$
declare name text;
begin
  foreach name in array array['side', 'cell_delta', 'pair_month', 'cell'] loop
    execute format('alter table transactions.%I no force row level security', name);
  end loop;
  insert into transactions.pair_month (vasp_did, counterparty_did, month, incoming, outgoing, travel_rule_incoming,
      travel_rule_outgoing, answered)
    select s.vasp_did, s.counterparty_did, date_trunc('month', s.created_at at time zone 'UTC')::date,
      count(*) filter (where s.direction = 'incoming'), count(*) filter (where s.direction = 'outgoing'),
      count(*) filter (where s.direction = 'incoming' and c.type = 'TRAVELRULE' and s.status <> 'INCOMPLETE'),
      count(*) filter (where s.direction = 'outgoing' and c.type = 'TRAVELRULE'),
      count(*) filter (where s.direction = 'outgoing' and s.status in ('ACK', 'ACCEPTED', 'DECLINED', 'REJECTED'))
    from transactions.side s join transactions.cell c on c.vasp_did = s.vasp_did and c.no = s.cell
    where s.counterparty_did is not null and not s.simulated
      and not exists (select from transactions.cell_delta d where d.vasp_did = s.vasp_did)
    group by 1, 2, 3;
  foreach name in array array['side', 'cell_delta', 'pair_month', 'cell'] loop
    execute format('alter table transactions.%I force row level security', name);
  end loop;
end $$;
