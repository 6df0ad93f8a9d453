-- Companies' transfers are counted where they are: in the transactions context.
drop table trust.counterparty_activity;
