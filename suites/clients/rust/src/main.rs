//! What a customer of the Rust client does with the service. Prints one line for each check.

use std::{env, future::Future, time::Duration};

use chrono::Utc;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{json, Value};
use standardwebhooks::Webhook;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, Instant},
};

#[cfg(feature = "newest")]
mod newest;
#[cfg(feature = "newest")]
use newest as client_of;
#[cfg(feature = "old")]
mod old;
#[cfg(feature = "old")]
use old as client_of;

use client_of::{Error as SvixError, *};

type Checked<T = ()> = Result<T, String>;

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is missing"))
}

fn client(token: &str) -> Svix {
    let server_url = Some(variable("SERVER_URL"));
    Svix::new(
        token.to_string(),
        Some(SvixOptions {
            server_url,
            ..Default::default()
        }),
    )
}

async fn check(name: &str, work: impl Future<Output = Checked>) {
    match work.await {
        Ok(()) => println!("ok - {name}"),
        Err(reason) => println!("not ok - {name}: {}", reason.replace('\n', " ")),
    }
}

fn said(error: SvixError) -> String {
    format!("{error:?}")
}

/// One request to the receiver; its answer's body.
async fn ask(method: &str, path: String) -> Checked<String> {
    let host = variable("RECEIVER_URL").replace("http://", "");
    let mut stream = TcpStream::connect(&host)
        .await
        .map_err(|error| error.to_string())?;
    let head = format!("{method} {path} HTTP/1.0\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream
        .write_all(head.as_bytes())
        .await
        .map_err(|error| error.to_string())?;
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .await
        .map_err(|error| error.to_string())?;
    Ok(answer
        .split_once("\r\n\r\n")
        .map(|(_, body)| body.to_string())
        .unwrap_or_default())
}

async fn received(hook: &str) -> Checked<Vec<Value>> {
    let body = ask("GET", format!("/received/{hook}")).await?;
    serde_json::from_str(&body).map_err(|error| error.to_string())
}

async fn arrivals(hook: &str, count: usize) -> Checked<Vec<Value>> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let found = received(hook).await?;
        if found.len() >= count {
            return Ok(found);
        }
        if Instant::now() > end {
            return Err(format!("{count} messages did not arrive within 20 s"));
        }
        sleep(Duration::from_millis(50)).await;
    }
}

fn headers_of(one: &Value) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in one["headers"].as_object().into_iter().flatten() {
        if let (Ok(name), Some(Ok(value))) = (
            name.parse::<HeaderName>(),
            value.as_str().map(HeaderValue::from_str),
        ) {
            headers.insert(name, value);
        }
    }
    headers
}

fn verify(secret: &str, body: &str, headers: &HeaderMap) -> Checked {
    let webhook = Webhook::new(secret).map_err(|error| error.to_string())?;
    webhook
        .verify(body.as_bytes(), headers)
        .map_err(|error| error.to_string())
}

fn refuse(secret: &str, body: &str, headers: &HeaderMap) -> Checked {
    match verify(secret, body, headers) {
        Ok(()) => Err("a forged message was accepted".to_string()),
        Err(_) => Ok(()),
    }
}

fn text(one: &Value) -> String {
    one["body"].as_str().unwrap_or_default().to_string()
}

fn refused<T>(status: u16, answer: Result<T, SvixError>) -> Checked {
    let got = match answer {
        Ok(_) => return Err(format!("{status} expected, and it succeeded")),
        Err(SvixError::Http(error)) => error.status.as_u16(),
        Err(SvixError::Validation(error)) if error.payload.is_some() => error.status.as_u16(),
        Err(error) => return Err(said(error)),
    };
    if got == status {
        Ok(())
    } else {
        Err(format!("{status} expected, not {got}"))
    }
}

struct House {
    own: Svix,
    app: String,
    kind: String,
}

impl House {
    async fn add(&self, hook: &str) -> Result<EndpointOut, SvixError> {
        let url = format!("{}/hook/{hook}", variable("RECEIVER_URL"));
        self.own
            .endpoint()
            .create(self.app.clone(), EndpointIn::new(url), None)
            .await
    }

    async fn send(&self, payload: Value, key: Option<String>) -> Checked<String> {
        let message = MessageIn::new(self.kind.clone(), payload);
        let sent = self
            .own
            .message()
            .create(self.app.clone(), message, Some(with_key(key)))
            .await;
        sent.map(|made| made.id).map_err(said)
    }

    async fn secret(&self, endpoint: &str) -> Checked<String> {
        let found = self
            .own
            .endpoint()
            .get_secret(self.app.clone(), endpoint.to_string())
            .await;
        found.map(|made| made.key).map_err(said)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let run = format!("{:x}", Utc::now().timestamp_micros());
    let own = client(&variable("TOKEN"));
    let hook = format!("rust-{run}");
    let since = Utc::now() - chrono::Duration::minutes(1);
    let uid = ApplicationIn {
        uid: Some(hook.clone()),
        ..ApplicationIn::new("Rust".to_string())
    };
    let app = own
        .application()
        .create(uid, None)
        .await
        .expect("an application")
        .id;
    println!("ok - create an application");
    let house = House {
        own,
        app: app.clone(),
        kind: format!("rust.{run}"),
    };
    let own = &house.own;
    let new_type = || event_type(&house.kind, "An event");
    check("create an event type", async {
        own.event_type()
            .create(new_type(), None)
            .await
            .map(drop)
            .map_err(said)
    })
    .await;
    let endpoint = house.add(&hook).await.expect("an endpoint").id;
    println!("ok - create an endpoint");
    let secret = house.secret(&endpoint).await.expect("a secret");
    let mut first = String::new();

    check("send with an idempotency key", async {
        let key = Some(format!("key-{run}"));
        first = house.send(json!({"n": 1}), key.clone()).await?;
        let again = house.send(json!({"n": 1}), key).await?;
        if again == first {
            Ok(())
        } else {
            Err("it was sent twice".to_string())
        }
    })
    .await;
    check("verify what arrives", async {
        let one = arrivals(&hook, 1).await?.remove(0);
        verify(&secret, &text(&one), &headers_of(&one))
    })
    .await;
    check(
        "refuse an altered body, an old time and a wrong secret",
        async {
            let one = arrivals(&hook, 1).await?.remove(0);
            let (body, headers) = (text(&one), headers_of(&one));
            refuse(&secret, &format!("{body} "), &headers)?;
            refuse("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", &body, &headers)?;
            let old = Utc::now().timestamp() - 600;
            let id = headers["webhook-id"]
                .to_str()
                .map_err(|error| error.to_string())?;
            let webhook = Webhook::new(&secret).map_err(|error| error.to_string())?;
            let signed = webhook
                .sign(id, old, body.as_bytes())
                .map_err(|error| error.to_string())?;
            let mut past = headers.clone();
            past.insert("webhook-timestamp", HeaderValue::from(old));
            past.insert(
                "webhook-signature",
                signed.parse().map_err(|_| "no header".to_string())?,
            );
            refuse(&secret, &body, &past)
        },
    )
    .await;
    check("page to the end", async {
        let mut made = Vec::new();
        for i in 0..5 {
            let new = ApplicationIn::new(format!("P{i}"));
            made.push(own.application().create(new, None).await.map_err(said)?.id);
        }
        let mut iterator = None;
        for _ in 0..100 {
            let options = ApplicationListOptions {
                limit: Some(2),
                iterator,
                ..Default::default()
            };
            let page = own.application().list(Some(options)).await.map_err(said)?;
            made.retain(|id| page.data.iter().all(|one| one.id != *id));
            iterator = page.iterator;
            if page.done {
                break;
            }
        }
        if made.is_empty() {
            Ok(())
        } else {
            Err("some are missing".to_string())
        }
    })
    .await;
    check("patch", async {
        let changes = EndpointPatch {
            description: Some("Patched".to_string()),
            ..Default::default()
        };
        patch(own, app.clone(), endpoint.clone(), changes)
            .await
            .map_err(said)?;
        let found = own
            .endpoint()
            .get(app.clone(), endpoint.clone())
            .await
            .map_err(said)?;
        if found.description == "Patched" {
            Ok(())
        } else {
            Err("not patched".to_string())
        }
    })
    .await;
    check("headers", async {
        own.endpoint()
            .patch_headers(app.clone(), endpoint.clone(), header("x-mine", "1"))
            .await
            .map_err(said)?;
        house.send(json!({"n": 2}), None).await?;
        let one = arrivals(&hook, 2).await?.remove(1);
        if one["headers"]["x-mine"] == "1" {
            Ok(())
        } else {
            Err("no header".to_string())
        }
    })
    .await;
    check("rotate the secret", async {
        rotate(own, app.clone(), endpoint.clone())
            .await
            .map_err(said)
    })
    .await;
    check("old and new secret sign after a rotation", async {
        let after = house.secret(&endpoint).await?;
        if after == secret {
            return Err("the secret is the old one".to_string());
        }
        house.send(json!({"n": 3}), None).await?;
        let one = arrivals(&hook, 3).await?.remove(2);
        verify(&secret, &text(&one), &headers_of(&one))?;
        verify(&after, &text(&one), &headers_of(&one))
    })
    .await;
    check("statistics of an endpoint", async {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let stats = own
                .endpoint()
                .get_stats(app.clone(), endpoint.clone(), None)
                .await;
            let count = stats.map_err(said)?.success;
            if count == 3 {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(format!("3 delivered expected, not {count}"));
            }
            sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    check("recover", async {
        let bad = format!("bad-{run}");
        ask("POST", format!("/answer/{bad}/500")).await?;
        let broken = house.add(&bad).await.map_err(said)?.id;
        house.send(json!({"n": 4}), None).await?;
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let attempts = own.message_attempt();
            let page = attempts
                .list_by_endpoint(app.clone(), broken.clone(), None)
                .await;
            if !page.map_err(said)?.data.is_empty() {
                break;
            }
            if Instant::now() > end {
                return Err("the failure is not on record".to_string());
            }
            sleep(Duration::from_millis(50)).await;
        }
        ask("POST", format!("/answer/{bad}/204")).await?;
        recover(own, app.clone(), broken, since)
            .await
            .map_err(said)?;
        arrivals(&bad, 2).await.map(drop)
    })
    .await;
    check("resend", async {
        let before = received(&hook).await?.len();
        resend(own, app.clone(), first.clone(), endpoint.clone())
            .await
            .map_err(said)?;
        arrivals(&hook, before + 1).await.map(drop)
    })
    .await;
    check("replay", async {
        let late = format!("late-{run}");
        let new = house.add(&late).await.map_err(said)?.id;
        replay(own, app.clone(), new, since).await.map_err(said)?;
        arrivals(&late, 4).await.map(drop)
    })
    .await;
    check("a portal token and what it may not do", async {
        let access = own.authentication();
        let opened = access
            .app_portal_access(app.clone(), AppPortalAccessIn::new(), None)
            .await;
        let holder = client(&opened.map_err(said)?.token);
        let page = holder
            .endpoint()
            .list(app.clone(), None)
            .await
            .map_err(said)?;
        if page.data.len() < 3 {
            return Err("it does not see the endpoints".to_string());
        }
        refused(403, holder.application().list(None).await)?;
        let message = MessageIn::new(house.kind.clone(), json!({}));
        refused(
            403,
            holder.message().create(app.clone(), message, None).await,
        )
    })
    .await;
    check("401", async {
        refused(401, client("wrong").application().list(None).await)
    })
    .await;
    check("404", async {
        refused(404, own.application().get("nobody".to_string()).await)
    })
    .await;
    check("409", async {
        refused(409, own.event_type().create(new_type(), None).await)
    })
    .await;
    check("422", async {
        let uid = Some("not a uid".to_string());
        let bad = ApplicationIn {
            uid,
            ..ApplicationIn::new("Bad".to_string())
        };
        refused(422, own.application().create(bad, None).await)
    })
    .await;
    check("429", async {
        house.add(&format!("fourth-{run}")).await.map_err(said)?;
        refused(429, house.add(&format!("fifth-{run}")).await)
    })
    .await;
}
