//! What the newest client calls otherwise than an old one.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
pub use svix::{api::*, error::Error, models::*};

pub fn event_type(name: &str, description: &str) -> EventTypeIn {
    EventTypeIn::new(name.to_string(), description.to_string())
}

pub fn with_key(idempotency_key: Option<String>) -> MessageCreateOptions {
    MessageCreateOptions {
        idempotency_key,
        ..Default::default()
    }
}

pub fn header(name: &str, value: &str) -> EndpointHeadersPatchIn {
    EndpointHeadersPatchIn::new(BTreeMap::from([(name.to_string(), value.to_string())]))
}

pub async fn patch(
    own: &Svix,
    app: String,
    endpoint: String,
    patch: EndpointPatch,
) -> Result<EndpointOut, Error> {
    own.endpoint().patch(app, endpoint, patch).await
}

pub async fn rotate(own: &Svix, app: String, endpoint: String) -> Result<(), Error> {
    let rotate = EndpointSecretRotateIn::new();
    let endpoints = own.endpoint();
    let done = endpoints.rotate_secret(app, endpoint, rotate, None).await;
    done.map(drop)
}

pub async fn recover(
    own: &Svix,
    app: String,
    endpoint: String,
    since: DateTime<Utc>,
) -> Result<(), Error> {
    let since = RecoverIn::new(since);
    let endpoints = own.endpoint();
    let asked = endpoints.recover(app, endpoint, since, None).await;
    asked.map(drop)
}

pub async fn replay(
    own: &Svix,
    app: String,
    endpoint: String,
    since: DateTime<Utc>,
) -> Result<(), Error> {
    let endpoints = own.endpoint();
    let since = ReplayIn::new(since);
    let asked = endpoints.replay_missing(app, endpoint, since, None).await;
    asked.map(drop)
}

pub async fn resend(
    own: &Svix,
    app: String,
    message: String,
    endpoint: String,
) -> Result<(), Error> {
    let attempts = own.message_attempt();
    let asked = attempts.resend(app, message, endpoint, None).await;
    asked.map(drop)
}
