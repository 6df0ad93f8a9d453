-- A company may take back a request that nobody has answered.
alter table trust.document_request drop constraint document_request_status_check;
alter table trust.document_request add constraint document_request_status_check check (status in
  ('WAITING_FOR_INFORMATION', 'PENDING', 'APPROVED', 'DECLINED', 'REVOKED', 'WITHDRAWN'));

drop policy requester_asks_again on trust.document_request;
create policy requester_asks_again on trust.document_request for update to countersign_app
  using (requester_did = trust.tenant()) with check (requester_did = trust.tenant()
    and status in ('WAITING_FOR_INFORMATION', 'PENDING', 'WITHDRAWN'));
