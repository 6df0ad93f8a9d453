-- Mail about the network's queue goes to its internal admins, from a transaction of the network's.
create policy operators on identity.user for select to countersign_app
  using (is_internal_admin and identity.tenant() = 'network');
