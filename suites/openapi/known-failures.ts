/** What schemathesis reports and is no fault of ours: its code and the operation → why. */
export const knownFailures: Readonly<Record<string, string>> = {
  'ST201 POST /api/v1/environment/export':
    'the body carries nothing, and public clients leave it out',
  'ST201 POST /api/tx/create':
    'encrypted payloads are refused with 501 before the other fields are read',
  'ST201 POST /api/tx/validate/full': 'as above',
  'ST301 Stateful tests':
    'an event type that is deleted is archived: the list shows it to those who ask for the archived',
}
