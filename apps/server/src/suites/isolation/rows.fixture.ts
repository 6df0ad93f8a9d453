import { canaryOf as mark } from './columns.fixture.ts'

/** A row in each table where the demo leaves none, or none that a text fits into, as the owner of the database. */
export const rowsOf = (did: string) => `
  insert into identity."user" (id, did, issuer, subject, email, email_verified, name, created_at, last_seen_at,
      own_name, phone, job_title)
    values ('user_${mark('identity.user.id')}', 'did:example:${mark('identity.user.did')}',
      'https://${mark('identity.user.issuer')}.example', '${mark('identity.user.subject')}',
      '${mark('identity.user.email')}@kestrelbay.example', true, '${mark('identity.user.name')}', now(), now(),
      '${mark('identity.user.own_name')}', '+${mark('identity.user.phone')}', '${mark('identity.user.job_title')}');
  insert into identity.membership select '${did}', id, 'admin', 'seed', now(), null
    from identity."user" where subject = '${mark('identity.user.subject')}';
  insert into identity.session select sha256('session'), id, now(), now(), now() + interval '1 hour',
    '${mark('identity.session.id_token')}', '${mark('identity.session.user_agent')}'
    from identity."user" where subject = '${mark('identity.user.subject')}';
  insert into identity.observation select '${did}', 'obs_${mark('identity.observation.id')}', user_id,
    'For ${mark('identity.observation.reason')}', now(), now() + interval '1 hour'
    from identity.membership where vasp_did = '${did}' limit 1;
  insert into identity.observed select vasp_did, id, sha256('address')
    from identity.observation where vasp_did = '${did}';
  insert into identity.operator_read select '${did}', id, sha256('address'), now()
    from identity."user" where subject = '${mark('identity.user.subject')}';
  insert into identity.webhook_access values ('${did}', '${mark('identity.webhook_access.session')}',
    'user_${mark('identity.webhook_access.user_id')}', '${mark('identity.webhook_access.app_uid')}', now(),
    now() + interval '1 hour', null);
  insert into identity.access_token select sha256('token'), vasp_did, id, now(), now() + interval '1 hour'
    from identity.credential where vasp_did = '${did}' limit 1;
  insert into trust.claim (vasp_did, field, value, issuer, visibility, issued_at)
    values ('${did}', '${mark('trust.claim.field')}', '"${mark('trust.claim.value')}"',
      'did:example:${mark('trust.claim.issuer')}', 'members', now());
  select audit.append('${did}', now(), 'did:example:${mark('audit.entry.actor')}', 'victim.${mark('audit.entry.action')}',
    '${mark('audit.entry.object')}', '{"field": "${mark('audit.entry.detail')}"}', '${mark('audit.entry.request_id')}');
  insert into trust.preference values ('did:example:${mark('trust.preference.user_id')}',
    'pref_${mark('trust.preference.id')}', '${mark('trust.preference.preference')}', '${did}',
    '{"of": ["${mark('trust.preference.value')}"]}', now(), now());
  insert into trust.review_waiting
    select '${did}', vasp_did, 'rev_${mark('trust.review_waiting.id')}', 'MANUAL', '${mark('trust.review_waiting.note')}', '{}',
      '[{"kind": "OTHER", "reference": "${mark('trust.review_waiting.evidence')}"}]', now(), now(), 'did:example:${mark('trust.review_waiting.created_by')}', '${mark('trust.review_waiting.created_by_name')}', now() + interval '1 day'
    from trust.vasp where vasp_did <> '${did}' order by vasp_did desc limit 1;
  insert into trust.look
    select '${did}', 'did:example:${mark('trust.look.user_did')}', vasp_did, '{"name": "${mark('trust.look.seen')}"}', now(), '{"name": "${mark('trust.look.before')}"}', now()
    from trust.vasp where vasp_did <> '${did}' limit 1;
  insert into trust.webhook_app values ('${did}', '${mark('trust.webhook_app.app_uid')}', now())
    on conflict do nothing;
  insert into outbox.event (vasp_did, object, id, type, payload, created_at)
    values ('${did}', '${mark('outbox.event.object')}', 'evt_${mark('outbox.event.id')}',
      '${mark('outbox.event.type')}', '{"a": {"b": ["${mark('outbox.event.payload')}"]}}', now());
  insert into outbox.lane values ('${did}', '${mark('outbox.lane.object')}', now() + interval '1 day');
  insert into trust.verification_reminder values ('${did}', now(), 1)
    on conflict (vasp_did) do nothing;
  insert into trust.alert_told
    select '${did}', vasp_did, 'SUSPENDED', now() from trust.vasp where vasp_did <> '${did}' limit 1;
  insert into trust.vasp_billing values ('${did}', '${mark('trust.vasp_billing.subscription_id')}', 7,
      'did:example:${mark('trust.vasp_billing.billing_customer_did')}')
    on conflict (vasp_did) do update set subscription_id = excluded.subscription_id,
      billing_customer_did = excluded.billing_customer_did;
  insert into trust.document_download (vasp_did, document_id, version, reader_did, reader_email, at)
    select vasp_did, document_id, version, 'did:example:${mark('trust.document_download.reader_did')}',
      '${mark('trust.document_download.reader_email')}@x.example', now()
    from trust.document_version where vasp_did = '${did}' limit 1;
  insert into trust.ddq_version values ('${did}', 900, '${mark('trust.ddq_version.form')}',
    '{"A1": {"name": "${mark('trust.ddq_version.answers')}"}}',
    '{"name": "${mark('trust.ddq_version.declaration')}", "role": "Head", "confirmed": true}',
    now(), '${mark('trust.ddq_version.submitted_by')}', now());
  insert into trust.ddq_thread
    select '${did}', 'ddqt_${mark('trust.ddq_thread.id')}', vasp_did, 900, 'A1', 'OPEN', now(), now()
    from trust.vasp where vasp_did <> '${did}' order by vasp_did desc limit 1;
  insert into trust.ddq_comment values ('${did}', 'ddqt_${mark('trust.ddq_thread.id')}', 1,
    'did:example:${mark('trust.ddq_comment.author_did')}', 'did:example:${mark('trust.ddq_comment.by_did')}',
    '${mark('trust.ddq_comment.by_name')}', '${mark('trust.ddq_comment.text')}', now());
  insert into trust.ddq_read values ('${did}', 'did:example:${mark('trust.ddq_read.requester_did')}',
    '${mark('trust.ddq_read.reader')}', 900, now(), now());
  insert into trust.ddq_editor values ('${did}', 'did:example:${mark('trust.ddq_editor.user_did')}', 'A',
    '${mark('trust.ddq_editor.who')}', now() + interval '1 hour');
  insert into trust.ddq_draft values ('${did}', 901, 0, now(), '${mark('trust.ddq_draft.started_by')}')
    on conflict (vasp_did) do update set started_by = excluded.started_by;
  insert into trust.ddq_answer values ('${did}', 'Z1', '{"name": "${mark('trust.ddq_answer.value')}"}', 1, now(),
    '${mark('trust.ddq_answer.updated_by')}');
  insert into trust.ddq_discarded values ('${did}', 901, '{"Z1": {"name": "${mark('trust.ddq_discarded.answers')}"}}', 1,
    now(), '${mark('trust.ddq_discarded.discarded_by')}');
  insert into trust.loose_file values ('${did}', 'vasps/${mark('trust.loose_file.storage_key')}', now());
  insert into trust.ddq_mark values ('${did}', '${did}', 'A', 'OK', '${mark('trust.ddq_mark.note')}', 1, 1, now(),
    '${mark('trust.ddq_mark.updated_by')}');
  insert into trust.ddq_pin (vasp_did, reviewed_did, version, at, by)
    values ('${did}', '${did}', 1, now(), '${mark('trust.ddq_pin.by')}');
  insert into trust.company_import (vasp_did, id, file_name, sha256, format, columns, state, created_by,
      ordered_by, created_at, updated_at)
    values ('${did}', 'imp_${mark('trust.company_import.id')}', '${mark('trust.company_import.file_name')}',
      sha256('file'), 'csv', '{${mark('trust.company_import.columns')}}', 'finished',
      '${mark('trust.company_import.created_by')}', '${mark('trust.company_import.ordered_by')}', now(), now());
  insert into trust.company_import_line (vasp_did, import_id, line, state, did, profile, email_domains, record,
      duplicates, problems, cells)
    values ('${did}', 'imp_${mark('trust.company_import.id')}', 2, 'rejected',
      'did:example:${mark('trust.company_import_line.did')}',
      '{"name": "${mark('trust.company_import_line.profile')}", "lei": "${mark('trust.company_import_line.lei')}"}',
      '{${mark('trust.company_import_line.email_domains')}}', '{"a": "${mark('trust.company_import_line.record')}"}',
      '["${mark('trust.company_import_line.duplicates')}"]', '["${mark('trust.company_import_line.problems')}"]',
      '["${mark('trust.company_import_line.cells')}"]');`
