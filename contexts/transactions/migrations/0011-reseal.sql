-- A new main secret seals these anew.
grant update (sealed) on transactions.network_key to countersign_app;
grant update (comment) on transactions.pii_view to countersign_app;
