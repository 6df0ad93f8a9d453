-- Whether a provider has ever sent a check of a kind.
create index check_source on transactions.check_result (vasp_did, kind, source);
