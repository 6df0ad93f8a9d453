-- What a document is about can be erased: then its issues go, and with their codes what they said can't be tried.
grant delete on report.pdf_issue to countersign_app;
