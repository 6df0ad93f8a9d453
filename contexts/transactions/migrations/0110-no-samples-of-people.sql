-- The server keeps samples of columns to plan by, and they outlast the rows that they came from: for as long as hardly
-- anything else changes, and for good once a table is empty. It keeps none of texts that say something of a person. All
-- of them are found by unique keys or hashes of their own, so no plan needs the samples. Stating the type again removes
-- those there are.
alter table transactions.customer
  alter column ref type text collate "C", alter column ref set statistics 0,
  alter column tags type text[], alter column tags set statistics 0;
alter table transactions.transfer
  alter column destination set statistics 0, alter column destination type text,
  alter column destination_tag set statistics 0, alter column destination_tag type text,
  alter column origin set statistics 0, alter column origin type text,
  alter column beneficiary_name set statistics 0, alter column beneficiary_name type text;
alter table transactions.side
  alter column transaction_ref set statistics 0, alter column transaction_ref type text collate "C";
