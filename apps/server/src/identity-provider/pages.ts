import { createHash } from 'node:crypto'

/** The pages' whole style. Colours hold 4.5:1 in both schemes. */
const style = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #ffffff; --ink: #16202e; --soft: #54606f;
  --line: #c6ccd4; --accent: #1b5cc4; --on-accent: #ffffff; --alert: #a3180f; --hover: #eef2f8 }
@media (prefers-color-scheme: dark) { :root { --ground: #10151c; --card: #18202a; --ink: #eef2f6;
  --soft: #a9b4c1; --line: #3d4958; --accent: #8ab4f8; --on-accent: #0d1420; --alert: #ff9d94; --hover: #222c38 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 8vh auto 2rem; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .75rem }
@media (max-width: 30rem) { main { margin: 0 auto; border: 0; border-radius: 0; min-height: 100vh } }
p { margin: .25rem 0 1rem; color: var(--soft) }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 1.75rem 0 .5rem; font-size: 1rem }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: .5rem }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600 }
input { width: 100%; padding: .6rem .75rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--soft); border-radius: .5rem }
button { width: 100%; padding: .65rem .75rem; font: inherit; color: inherit; text-align: left;
  background: transparent; border: 1px solid var(--soft); border-radius: .5rem; cursor: pointer }
button:hover { background: var(--hover) }
button span { display: block; font-size: .875rem; color: var(--soft) }
button.main { margin-top: 1rem; text-align: center; font-weight: 600; color: var(--on-accent);
  background: var(--accent); border-color: var(--accent) }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.alert { color: var(--alert); font-weight: 600 }
.end { margin: 1.25rem 0 0; text-align: center }
`

/** For the Content-Security-Policy: this style and no other. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Text as HTML text or attribute value. */
const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** @param body HTML, already escaped */
const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Countersign demo</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>`

/** Whom the sign-in page offers. */
type Offered = {
  readonly subject: string
  readonly name: string
  readonly email: string
  readonly about: string
}

/** The sign-in page: each demo user as a button, and the form that real providers have. */
export const signInPage = (path: string, users: readonly Offered[], mistake?: { email: string }) =>
  page(
    mistake ? 'Error: sign in' : 'Sign in',
    `<h1>Sign in</h1>
<p>This identity provider is for demonstration and development only.</p>
<h2 id="demo">Demo users</h2>
<form method="post" action="${path}">
<ul aria-labelledby="demo">
${users
  .map(
    ({ subject, name, email, about }) =>
      `<li><button name="user" value="${escaped(subject)}">${escaped(name)}
<span>${escaped(email)}</span><span>${escaped(about)}</span></button></li>`,
  )
  .join('\n')}
</ul>
</form>
<h2>With a password</h2>
<form method="post" action="${path}">
${mistake ? '<p class="alert" role="alert" id="mistake">Wrong email address or password.</p>' : ''}
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required
 value="${escaped(mistake?.email ?? '')}"${mistake ? ' aria-describedby="mistake" aria-invalid="true" autofocus' : ''}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="main">Sign in</button>
</form>
<p class="end"><a href="${path}/cancel">Cancel</a></p>`,
  )

/** A page that says one thing. */
export const messagePage = (title: string, text: string) =>
  page(title, `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`)

/** The question before a sign-out that the product did not ask for. @param form the library's own */
export const signOutPage = (form: string) =>
  page(
    'Sign out',
    `<h1>Sign out?</h1><p>You are signed in at the demo identity provider.</p>${form}
<button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  )
