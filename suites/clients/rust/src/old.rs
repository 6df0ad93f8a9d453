//! What an old client calls otherwise than the newest one.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
pub use svix_old::{api::*, error::Error};

pub fn event_type(name: &str, description: &str) -> EventTypeIn {
    EventTypeIn::new(description.to_string(), name.to_string())
}

pub fn with_key(idempotency_key: Option<String>) -> PostOptions {
    PostOptions { idempotency_key }
}

pub fn header(name: &str, value: &str) -> EndpointHeadersPatchIn {
    EndpointHeadersPatchIn::new(HashMap::from([(name.to_string(), value.to_string())]))
}

pub async fn patch(
    own: &Svix,
    app: String,
    endpoint: String,
    patch: EndpointPatch,
) -> Result<EndpointOut, Error> {
    own.endpoint().patch(app, endpoint, patch, None).await
}

pub async fn rotate(own: &Svix, app: String, endpoint: String) -> Result<(), Error> {
    let rotate = EndpointSecretRotateIn::new();
    own.endpoint().rotate_secret(app, endpoint, rotate).await
}

pub async fn recover(
    own: &Svix,
    app: String,
    endpoint: String,
    since: DateTime<Utc>,
) -> Result<(), Error> {
    let since = RecoverIn::new(since.to_rfc3339());
    own.endpoint().recover(app, endpoint, since).await
}

pub async fn replay(
    own: &Svix,
    app: String,
    endpoint: String,
    since: DateTime<Utc>,
) -> Result<(), Error> {
    let endpoints = own.endpoint();
    let since = ReplayIn::new(since.to_rfc3339());
    endpoints.replay_missing(app, endpoint, since, None).await
}

pub async fn resend(
    own: &Svix,
    app: String,
    message: String,
    endpoint: String,
) -> Result<(), Error> {
    own.message_attempt().resend(app, message, endpoint).await
}
