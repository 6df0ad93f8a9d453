-- The act that a comment was given with; null: none.
alter table transactions.comment add column action text;
-- Comments of one company on one transfer, in the order in which they were written.
create index comment_at on transactions.comment (vasp_did, transfer_id, at, id);
