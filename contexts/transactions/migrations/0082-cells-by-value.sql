-- A list by value of some statuses, types or assets is the merge of its cells, each in the order of the list's own key.
drop index transactions.side_cell_value;
create index side_cell_value on transactions.side (vasp_did, cell, (coalesce(value, -1)) desc, transfer_id desc);
