-- Whose an address is, for a company that asks: the one company that claims it and discloses it to the asker. Two
-- that claim it are no answer. TRUSTED: the claimant has accepted a transfer with the asker.
create function transactions.owner_of(wanted bytea) returns table (owner_did text) language sql stable security definer
  set search_path = pg_catalog as $$
  select min(c.vasp_did) from transactions.address_claim c
  where c.key = wanted and c.vasp_did <> transactions.tenant()
    and (c.audience = 'NETWORK' or (c.audience = 'TRUSTED' and exists (
      select from transactions.side s where s.vasp_did = c.vasp_did
        and s.counterparty_no = (select p.no from transactions.counterparty p
          where p.vasp_did = c.vasp_did and p.counterparty_did = transactions.tenant())
        and s.status = 'ACCEPTED')))
  having count(*) = 1
$$;
revoke all on function transactions.owner_of(bytea) from public;
grant execute on function transactions.owner_of(bytea) to countersign_app;
