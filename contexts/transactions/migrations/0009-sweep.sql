-- The relay finds the companies whose counters have something to take in; the counting itself is the company's.
create policy relay on transactions.cell_delta for select to countersign_relay using (true);
grant select (vasp_did) on transactions.cell_delta to countersign_relay;
