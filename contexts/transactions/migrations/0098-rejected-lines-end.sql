-- Rejected lines are kept for thirty days after their upload; null once they are deleted.
alter table transactions.upload add rejected_until timestamptz;
update transactions.upload set rejected_until = created_at + interval '30 days';
create index upload_rejected on transactions.upload (rejected_until) where rejected_until is not null;
grant select (id, rejected_until) on transactions.upload to countersign_relay;
grant update (rejected_until) on transactions.upload to countersign_app;
