/** What a client does wrong by itself: `language version: check` → why. Nothing of ours belongs here. */
export const expectedFailures: Readonly<Record<string, string>> = {
  'python 2.9.1: rotate the secret':
    'parses the empty 204 of the specification as JSON, after the rotation has taken place',
  'go 1.13.0: replay': 'forgets the body of replay-missing, and refuses the call before it is sent',
  'java 1.99.1: resend':
    'sends a POST without a body, which its HTTP library refuses: it never leaves',
  'java 1.93.0: resend':
    'sends a POST without a body, which its HTTP library refuses: it never leaves',
  'java 1.93.0: rotate the key of an integration':
    'sends a POST without a body, which its HTTP library refuses: it never leaves',
  'java 1.99.1: rotate the key of an integration':
    'sends a POST without a body, which its HTTP library refuses: it never leaves',
  'rust 2.9.1: rotate the secret':
    'parses the empty 204 of the specification as JSON, after the rotation has taken place',
}
