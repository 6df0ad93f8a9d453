import { parse } from 'tldts'

// What anybody can have an address at says nothing of where they work.
const freeMail: ReadonlySet<string> = new Set(
  [
    '126.com 139.com 163.com 189.cn aim.com aliyun.com aol.com arcor.de att.net bigpond.com bk.ru',
    'bluewin.ch btinternet.com centrum.cz charter.net comcast.net cox.net daum.net docomo.ne.jp',
    'duck.com earthlink.net email.com email.cz ezweb.ne.jp fastmail.com fastmail.fm foxmail.com',
    'free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net google.com googlemail.com',
    'hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr hotmail.it hushmail.com',
    'icloud.com inbox.com inbox.lv inbox.ru interia.pl juno.com kakao.com laposte.net libero.it',
    'list.ru live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org mailfence.com',
    'mailinator.com me.com msn.com nate.com naver.com o2.pl onet.pl orange.fr outlook.com',
    'outlook.de outlook.fr pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru',
    'rediffmail.com rocketmail.com sbcglobal.net seznam.cz sfr.fr sina.com sky.com softbank.ne.jp',
    'sohu.com startmail.com t-online.de telia.com telus.net terra.com.br tuta.com tutanota.com',
    'uol.com.br verizon.net virgilio.it vodafone.de wanadoo.fr web.de wp.pl ya.ru yahoo.ca',
    'yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it',
    'yandex.com yandex.ru yeah.net ymail.com yopmail.com zoho.com zohomail.com',
  ]
    .join(' ')
    .split(' '),
)

// Suffixes under which strangers get names of their own count as suffixes: `x.github.io` is not
// `y.github.io`.
const domainOf = (host: string): string | null => {
  const { domain, isIp } = parse(host, { allowPrivateDomains: true })
  return isIp ? null : domain
}

/**
 * The registrable domain that an e-mail address speaks for, lower-case: `kay@mail.acme.co.uk` →
 * `acme.co.uk`. Null for free mail, for suffixes alone, for addresses of machines, and for what is no
 * address. Compare with `===`, never by containment.
 */
export function companyDomain(email: string): string | null {
  const parts = email.trim().split('@')
  if (parts.length !== 2 || !parts[0] || !/^[^\s/:\\?#[\]]+$/.test(parts[1] ?? '')) return null
  const domain = domainOf(parts[1] ?? '')
  return domain === null || freeMail.has(domain) ? null : domain
}

/** The registrable domain of a website, under the rules of {@link companyDomain}. */
export function websiteDomain(website: string): string | null {
  const url = URL.parse(website)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const domain = domainOf(url.hostname)
  return domain === null || freeMail.has(domain) ? null : domain
}
