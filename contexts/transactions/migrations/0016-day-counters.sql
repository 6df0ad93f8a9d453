-- From now on the fold counts by day as well. What it took in before is counted here: the transfers as they stand,
-- without what is still noted for the next fold. The owner is bound by row-level security while it is forced.
do $$
declare name text;
begin
  foreach name in array array['side', 'cell_delta', 'cell_day'] loop
    execute format('alter table transactions.%I no force row level security', name);
  end loop;
  insert into transactions.cell_day (vasp_did, no, day, n, value)
    select vasp_did, no, day, sum(n), sum(value) from (
      select vasp_did, cell as no, (created_at at time zone 'UTC')::date as day, 1 as n, coalesce(value, 0)::numeric as value
        from transactions.side
      union all select vasp_did, to_no, day, -1, -coalesce(value, 0) from transactions.cell_delta where to_no is not null
      union all select vasp_did, from_no, day, 1, coalesce(value, 0) from transactions.cell_delta
        where from_no is not null) counted
    group by vasp_did, no, day having sum(n) <> 0 or sum(value) <> 0;
  foreach name in array array['side', 'cell_delta', 'cell_day'] loop
    execute format('alter table transactions.%I force row level security', name);
  end loop;
end $$;
