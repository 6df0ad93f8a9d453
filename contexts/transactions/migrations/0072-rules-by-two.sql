-- One proposal at a time waits for the second person.
create unique index rule_set_pending on transactions.rule_set (vasp_did) where state = 'PENDING';
