-- A new main secret seals comments anew.
grant update (sealed) on transactions.comment to countersign_app;
