-- How transfers went: notes of acts are taken by the fold like those of moves, and add up by day and by counterparty.
-- A histogram has 40 buckets of answer times, from one second on, each 1.48 times as long as the one before.
create function transactions.histogram(buckets int[]) returns bigint[] language sql immutable parallel safe
  return (select array_agg((select count(*) from unnest(buckets) b where b = i) order by i) from generate_series(0, 39) i);
create function transactions.add_histograms(a bigint[], b bigint[]) returns bigint[]
  language sql immutable parallel safe
  return (select array_agg(a[i] + b[i] order by i) from generate_series(1, 40) i);
create aggregate transactions.sum_histogram(bigint[]) (
  sfunc = transactions.add_histograms, stype = bigint[], parallel = safe,
  initcond = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}');
-- The bucket of an answer time.
create function transactions.answer_bucket(took interval) returns int language sql immutable parallel safe
  return least(39, greatest(0, floor(ln(greatest(1, extract(epoch from took))) / ln(1.48)))::int);
