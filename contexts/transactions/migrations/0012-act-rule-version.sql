-- Which version of the rules an act's rule is part of.
alter table transactions.act add rule_version int check (rule_version > 0);
