-- A deleted portal keeps its name: opened again, it is the same company's.
alter table trust.webhook_app add column deleted_at timestamptz;
grant update (deleted_at) on trust.webhook_app to countersign_app;
