/** What the ids of these transfers begin with. */
const marked = '0190'

/** Transfers of one company, a second apart, like the first one there is. */
export const manyOf = (ours: string, theirs: string, rows: number): string => `
  insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id, asset_symbol, decimals,
      amount, threshold, destination, address_key, sent_at, acked_at, decided_at, created_at, updated_at)
    select ('${marked}' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, '${ours}', '${theirs}',
      'ACCEPTED', 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, n, first.threshold, '0x' || md5(n::text), sha256(n::text::bytea),
      at, at, at, at, at
    from generate_series(1, ${rows}) n, lateral (select now() - interval '1 year' + n * interval '1 second' as at) t,
      (select threshold from transactions.transfer limit 1) first;
  insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did, status,
      version, created_at, updated_at, ended_at, value, currency, transaction_ref, tags)
    select '${ours}', id, 'O', 'outgoing', (amount % 40)::int, (amount % 200)::int, '${theirs}', 'ACCEPTED', 5, created_at,
      updated_at, updated_at, amount::bigint, 'SGD', 'ref-' || amount, '{a}' from transactions.transfer where id::text like '${marked}%';
  insert into transactions.act (vasp_did, transfer_id, seq, at, side, action, by_kind, by_did, company_did, from_status,
      to_status, version)
    select '${ours}', id, 1, decided_at, 'beneficiary', 'accept', 'SYSTEM', null, '${theirs}', 'ACK', 'ACCEPTED', 5
    from transactions.transfer where id::text like '${marked}%'`

/** The same transfers gone again, with what other tests would count. */
export const noneOfMany = `
  delete from transactions.act where transfer_id::text like '${marked}%';
  delete from transactions.side where transfer_id::text like '${marked}%';
  delete from transactions.transfer where id::text like '${marked}%'`
