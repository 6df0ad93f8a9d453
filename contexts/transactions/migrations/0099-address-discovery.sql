-- Whose an address is, for a company that asks: the one company that claims it and lets the asker know. Its settings
-- say whom it lets know; without a choice, companies of which it has accepted a transfer. Two that claim it are no answer.
create or replace function transactions.owner_of(wanted bytea) returns table (owner_did text) language sql stable
  security definer set search_path = pg_catalog as $$
  select min(c.vasp_did) from transactions.address_claim c
    left join transactions.setting o on o.vasp_did = c.vasp_did
  where c.key = wanted and c.vasp_did <> transactions.tenant() and c.audience <> 'NOBODY'
    and case coalesce(o.body ->> 'addressDiscovery', 'TRUSTED')
      when 'ALL' then true
      when 'NONE' then false
      else exists (
        select from transactions.side s where s.vasp_did = c.vasp_did
          and s.counterparty_no = (select p.no from transactions.counterparty p
            where p.vasp_did = c.vasp_did and p.counterparty_did = transactions.tenant())
          and s.status = 'ACCEPTED')
      end
  having count(*) = 1
$$;
