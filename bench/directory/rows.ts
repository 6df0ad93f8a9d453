/** The company that searches, and whose verdicts there are. */
export const reviewer = 'did:bench:0'

/**
 * Fills the directory with $1 companies, and company $2's verdicts on 2,000 of them. Names repeat words
 * as real ones do, one company in ten has a parent, most are in one country and some in three.
 */
export const fillDirectory = `
  with words as (select
    '{Amber,Birch,Cedar,Delta,Ember,Fjord,Granite,Harbour,Indigo,Juniper,Kestrel,Lagoon,Meridian,Nordic,Opal,Pampa,Quartz,Raven,Summit,Tidal}'::text[] as firsts,
    '{Exchange,Custody,Wallet,Markets,Digital,Ledger,Gateway,Capital,Payments,Vault}'::text[] as seconds,
    '{SG,JP,DE,FR,GB,US,CA,CH,HK,KR,AE,AU,BR,IN,ZA,TR,BS,GI,PH,NZ,TW,MY,TH,IL,KY,AR,NG,KE,MX,CO,PE,CL,VN,ID,SE,NO,FI,DK,PL,CZ,LT,LV,EE,ES,PT,IT,GR,IE,NL,BE}'::text[] as countries),
  made as (
    insert into trust.vasp (vasp_did, profile, regulatory_status, verification_status, has_admin,
      is_active_sender, is_active_receiver, is_notifiable, compliance_phase, subsidiary_of, protocols,
      listing, email_domains, created_at, updated_at)
    select 'did:bench:' || n,
      jsonb_build_object(
        'name', firsts[1 + n % 20] || ' ' || seconds[1 + (n / 20) % 10] || ' ' || n,
        'legalName', firsts[1 + n % 20] || ' ' || seconds[1 + (n / 20) % 10] || ' Holdings ' || n || ' Ltd',
        'website', 'https://company-' || n || '.example',
        'otherNames', case when n % 50 = 0
          then jsonb_build_array(substr('東京日本取引所資産', 1 + (n / 50) % 8, 2) || n) else '[]' end,
        'description', repeat('A company of the benchmark. ', 8),
        'lei', lpad(n::text, 20, '0'),
        'jurisdictions', case when n % 7 = 0
          then jsonb_build_array(countries[1 + n % 50], countries[1 + (n * 7) % 50], countries[1 + (n * 13) % 50])
          else jsonb_build_array(countries[1 + (n * 31) % 50]) end,
        'regulatoryAuthorities', jsonb_build_array('Regulator ' || n % 60),
        'complianceContact', 'travel-rule@company-' || n || '.example'),
      case n % 5 when 0 then null when 1 then 'Pending' when 2 then 'Not Regulated' else 'Regulated' end,
      case n % 3 when 0 then 'UNVERIFIED' else 'VERIFIED' end,
      n % 4 <> 0, n % 2 = 0, n % 3 <> 1, true, 'ACTIVE',
      case when n % 10 = 9 then 'did:bench:' || n - 9 end, '{TRP}', 'listed',
      array['company-' || n || '.example'], now() - n * interval '1 minute', now() - n * interval '1 minute'
    from words, generate_series(0, $1::int - 1) as n
    returning vasp_did),
  reviewed as (
    insert into trust.review (vasp_did, reviewed_did, review_id, review_value, next_review_at)
    select $2, vasp_did, 'rev_' || vasp_did, case when right(vasp_did, 1) < '6' then 'TRUSTED' else 'MANUAL' end,
      now() + interval '90 days'
    from made where vasp_did <> $2 and right(vasp_did, 2) = '11' returning *)
  insert into trust.review_history (vasp_did, id, reviewed_did, review_value, reasons, evidence,
    next_review_at, created_at, created_by)
  select vasp_did, review_id, reviewed_did, review_value, '{}', '[]', next_review_at, now(), 'system'
  from reviewed`

/** Some company changes. */
export const changeOne = `
  update trust.vasp set is_active_sender = not is_active_sender, updated_at = now()
  where vasp_did = 'did:bench:' || (select count(*) / 2 from trust.vasp)`
