-- What a search and the order of names see of a text: no case, no accents, no ligatures. Signs of scripts
-- that write no spaces stand apart, so that each begins a word.
create function trust.signs() returns text language sql immutable parallel safe
  return '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]';
create function trust.folded(words text) returns text language sql immutable parallel safe
  return trim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(translate(
      normalize(regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]', '', 'g'), NFKC),
      'øłđðıħŧ', 'olddiht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    trust.signs(), ' \& ', 'g'), '\s+', ' ', 'g'));

-- A folded text as a pattern of LIKE.
create function trust.pattern(words text) returns text language sql immutable parallel safe
  return replace(replace(replace(trust.folded(words), '\', '\\'), '%', '\%'), '_', '\_');

-- The signs that a text is made of: trigrams know letters alone.
create function trust.signs_in(words text) returns text[] language sql immutable parallel safe
  return array(select distinct sign[1] from regexp_matches(words, trust.signs(), 'g') as sign order by 1);

alter table trust.vasp drop column sort_name, drop column search_text;
create or replace function trust.search_text(profile jsonb, did text) returns text language sql immutable parallel safe
  return trust.folded(coalesce(profile ->> 'name', '') || ' ' || coalesce(profile ->> 'legalName', '') || ' ' ||
    array_to_string(trust.text_list(profile -> 'otherNames'), ' ') || ' ' ||
    coalesce(profile ->> 'website', '') || ' ' || coalesce(profile ->> 'lei', '') || ' ' || did);
alter table trust.vasp
  add column sort_name text not null generated always as (trust.folded(profile ->> 'name')) stored,
  add column search_text text not null generated always as (trust.search_text(profile, vasp_did)) stored,
  add column search_signs text[] not null
    generated always as (trust.signs_in(trust.search_text(profile, vasp_did))) stored;
create index vasp_search on trust.vasp using gin (search_text gin_trgm_ops);
create index vasp_search_signs on trust.vasp using gin (search_signs);
create index vasp_name_prefix on trust.vasp (sort_name text_pattern_ops);

-- Those that stood on the columns that are gone.
create index vasp_directory on trust.vasp (sort_name, vasp_did) include (has_admin, is_active_sender,
  is_active_receiver, verification_status, regulatory_status, subsidiary_of, discoverable, listed, jurisdictions);
create index vasp_by_status on trust.vasp
  (((regulatory_status is null)::int), coalesce(regulatory_status, ''), sort_name, vasp_did)
  include (has_admin, is_active_sender, is_active_receiver, verification_status, regulatory_status,
    subsidiary_of, discoverable, listed, jurisdictions);

-- Some companies whose names have a word like each of these, three at the most: for typing errors. The
-- planner takes the comparison of trigrams for cheap and would do it for everybody.
create index vasp_name_trigrams on trust.vasp using gin (sort_name gin_trgm_ops);
create function trust.resembling(words text[]) returns setof text language sql stable parallel safe
  set pg_trgm.word_similarity_threshold = 0.5
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
begin atomic
  select vasp_did from trust.vasp
  where sort_name %> trust.folded(words[1])
    and sort_name %> trust.folded(coalesce(words[2], words[1]))
    and sort_name %> trust.folded(coalesce(words[3], words[1]))
  limit 1000;
end;
