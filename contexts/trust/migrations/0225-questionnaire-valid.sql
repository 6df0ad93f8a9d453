-- Rules of transfers ask whether a counterparty's questionnaire is still valid: of those that the company may read.
create policy requester_reads on trust.ddq_version for select to countersign_app
  using (trust.reads_questionnaire_of(vasp_did));
