-- What a tier asks for, for machines, and the duties of each law; data/SOURCE.md says where it is from.
-- Null: nobody has looked.
alter table trust.jurisdiction
  add column self_hosted_proof_above jsonb,
  add column record_years int check (record_years between 1 and 100),
  add column must_reject boolean,
  add column must_verify boolean;

-- A tier that an admin has moved is another tier: it keeps its words alone.
with known (id, tiers, proof_above, years, reject, verify) as (values
  ('FATF', '[{"comparator": ">=", "amount": 0, "currency": "USD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT"]}}, {"comparator": ">", "amount": 1000, "currency": "USD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.CUSTOMER_ID", "originator.BIRTH"]}]}}]',
   null, 5, null, null),
  ('EU', '[{"comparator": ">=", "amount": 0, "currency": "EUR", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": [{"all": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.CUSTOMER_ID"]}, "originator.BIRTH"]}]}}]',
   '{"comparator": ">", "amount": 1000, "currency": "EUR"}', 5, true, true),
  ('GB', '[{"comparator": ">=", "amount": 0, "currency": "GBP", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT"]}}, {"comparator": ">=", "amount": 800, "currency": "GBP", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.CUSTOMER_ID", "originator.BIRTH"]}]}, "unlessBothIn": ["GB"]}]',
   null, 5, true, true),
  ('US', '[{"comparator": ">=", "amount": 3000, "currency": "USD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "originator.ADDRESS", "beneficiary.ACCOUNT"]}, "asReceived": ["beneficiary.NAME", "beneficiary.ADDRESS"]}]',
   null, 5, false, false),
  ('CA', '[{"comparator": ">=", "amount": 1000, "currency": "CAD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", "originator.ADDRESS", "beneficiary.ADDRESS"]}}]',
   null, 5, false, true),
  ('CH', '[{"comparator": ">=", "amount": 0, "currency": "CHF", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   '{"comparator": ">=", "amount": 0, "currency": "CHF"}', 5, true, true),
  ('SG', '[{"comparator": ">=", "amount": 0, "currency": "SGD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT"]}}, {"comparator": ">", "amount": 1500, "currency": "SGD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, true, true),
  ('HK', '[{"comparator": ">=", "amount": 0, "currency": "HKD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT"]}}, {"comparator": ">=", "amount": 8000, "currency": "HKD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.CUSTOMER_ID", "originator.BIRTH"]}]}}]',
   null, 5, true, true),
  ('JP', '[{"comparator": ">=", "amount": 0, "currency": "JPY", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.CUSTOMER_ID"]}]}}]',
   null, 5, true, true),
  ('KR', '[{"comparator": ">=", "amount": 1000000, "currency": "KRW", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT"]}}]',
   null, 5, true, true),
  ('AE', '[{"comparator": ">=", "amount": 3500, "currency": "AED", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, true, true),
  ('AU', '[{"comparator": ">=", "amount": 0, "currency": "AUD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 7, false, true),
  ('BR', '[{"comparator": ">=", "amount": 0, "currency": "BRL", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, false, true),
  ('IN', '[{"comparator": ">=", "amount": 0, "currency": "INR", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", "originator.NATIONAL_ID", {"any": ["originator.ADDRESS", "originator.BIRTH"]}]}}]',
   null, 5, false, true),
  ('ZA', '[{"comparator": ">=", "amount": 0, "currency": "ZAR", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT"]}}, {"comparator": ">", "amount": 5000, "currency": "ZAR", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", "originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}}]',
   null, 5, true, true),
  ('TR', '[{"comparator": ">", "amount": 15000, "currency": "TRY", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, true, true),
  ('BS', '[{"comparator": ">=", "amount": 0, "currency": "BSD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, null, null),
  ('GI', '[{"comparator": ">=", "amount": 0, "currency": "GBP", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, null, null),
  ('PH', '[{"comparator": ">=", "amount": 50000, "currency": "PHP", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, false, true),
  ('NZ', '[{"comparator": ">=", "amount": 1000, "currency": "NZD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, false, true),
  ('TW', '[{"comparator": ">=", "amount": 30000, "currency": "TWD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, true, true),
  ('MY', '[{"comparator": ">=", "amount": 3000, "currency": "MYR", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, false, true),
  ('TH', '[{"comparator": ">=", "amount": 50000, "currency": "THB", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, false, true),
  ('IL', '[{"comparator": ">=", "amount": 5000, "currency": "ILS", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, true, true),
  ('KY-VG-BM', '[{"comparator": ">=", "amount": 1000, "currency": "USD", "requires": {"all": ["originator.NAME", "originator.ACCOUNT", "beneficiary.NAME", "beneficiary.ACCOUNT", {"any": ["originator.ADDRESS", "originator.NATIONAL_ID", "originator.BIRTH"]}]}}]',
   null, 5, null, null),
  ('AR', '[]',
   null, 5, false, true)
)
update trust.jurisdiction rule set
  tiers = coalesce((
    select jsonb_agg(tier.now || coalesce(same.known, '{}') order by tier.at)
    from jsonb_array_elements(rule.tiers) with ordinality tier (now, at)
    left join lateral (
      select one as known from jsonb_array_elements(known.tiers::jsonb) one
      where one -> 'comparator' = tier.now -> 'comparator' and one -> 'amount' = tier.now -> 'amount'
        and one -> 'currency' = tier.now -> 'currency'
    ) same on true
  ), '[]'),
  self_hosted_proof_above = known.proof_above::jsonb,
  record_years = known.years,
  must_reject = known.reject,
  must_verify = known.verify
from known where known.id = rule.id;
