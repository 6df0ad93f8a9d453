-- A list by value ends with the transfers of which nobody knows the value, in either order: these are its keys.
create index side_value_desc on transactions.side (vasp_did, (coalesce(value, -1)) desc, transfer_id desc);
create index side_value_asc on transactions.side (vasp_did, (coalesce(value, 9223372036854775807)), transfer_id);
