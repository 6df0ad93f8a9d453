-- The outbox now belongs to all contexts: what waits moves there, in the order in which it was written.
create policy moving on trust.outbox for select to current_user using (true);
insert into outbox.event (vasp_did, object, id, type, payload, created_at)
  select vasp_did,
    coalesce(payload ->> 'requestId', payload ->> 'reviewedVaspDID', payload ->> 'did', vasp_did),
    id, type, payload, created_at
  from trust.outbox where due_at is not null order by vasp_did, created_at, id;
drop table trust.outbox;

-- What one side does to a request, the other side's webhooks hear too.
create policy document_request on outbox.event for insert to countersign_app
  with check (type like 'trustframework.documentRequest%' and exists (
    select from trust.document_request r where r.id = event.payload ->> 'requestId'
      and event.object = r.id and event.vasp_did in (r.vasp_did, r.requester_did)));
