//go:build old

package main

import (
	"context"
	"errors"
	"net/url"
	"time"

	svix "github.com/svix/svix-webhooks/go"
)

var ctx = context.Background()

type old struct{ *svix.Svix }

func newCustomer(token string) customer {
	address, err := url.Parse(server)
	if err != nil {
		panic(err)
	}
	return old{svix.New(token, &svix.SvixOptions{ServerUrl: address})}
}

func statusOf(err error) int {
	var refusal *svix.Error
	if errors.As(err, &refusal) {
		return refusal.Status()
	}
	return 0
}

func (c old) as(token string) customer { return newCustomer(token) }

func (c old) createApp(name, uid string) (string, error) {
	made, err := c.Application.Create(ctx, &svix.ApplicationIn{Name: name, Uid: *svix.NullableString(&uid)})
	if err != nil {
		return "", err
	}
	return made.Id, nil
}

func (c old) getApp(ref string) error {
	_, err := c.Application.Get(ctx, ref)
	return err
}

func (c old) apps(iterator *string) ([]string, *string, bool, error) {
	page, err := c.Application.List(ctx, &svix.ApplicationListOptions{Limit: svix.Int32(2), Iterator: iterator})
	if err != nil {
		return nil, nil, false, err
	}
	var ids []string
	for _, one := range page.Data {
		ids = append(ids, one.Id)
	}
	return ids, page.Iterator.Get(), page.Done, nil
}

func (c old) createType(name string) error {
	_, err := c.EventType.Create(ctx, &svix.EventTypeIn{Name: name, Description: "An event"})
	return err
}

func (c old) createEndpoint(app, address string) (string, error) {
	made, err := c.Endpoint.Create(ctx, app, &svix.EndpointIn{Url: address})
	if err != nil {
		return "", err
	}
	return made.Id, nil
}

func (c old) endpoints(app string) ([]string, error) {
	page, err := c.Endpoint.List(ctx, app, nil)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, one := range page.Data {
		ids = append(ids, one.Id)
	}
	return ids, nil
}

func (c old) describe(app, endpoint, text string) (string, error) {
	if _, err := c.Endpoint.Patch(ctx, app, endpoint, &svix.EndpointPatch{Description: &text}); err != nil {
		return "", err
	}
	found, err := c.Endpoint.Get(ctx, app, endpoint)
	if err != nil {
		return "", err
	}
	return found.Description, nil
}

func (c old) addHeader(app, endpoint, name, value string) error {
	patch := svix.EndpointHeadersPatchIn{Headers: map[string]string{name: value}}
	return c.Endpoint.PatchHeaders(ctx, app, endpoint, &patch)
}

func (c old) secret(app, endpoint string) (string, error) {
	found, err := c.Endpoint.GetSecret(ctx, app, endpoint)
	if err != nil {
		return "", err
	}
	return found.Key, nil
}

func (c old) rotate(app, endpoint string) error {
	return c.Endpoint.RotateSecret(ctx, app, endpoint, &svix.EndpointSecretRotateIn{})
}

func (c old) delivered(app, endpoint string) (int, error) {
	found, err := c.Endpoint.GetStats(ctx, app, endpoint)
	if err != nil {
		return 0, err
	}
	return int(found.Success), nil
}

func (c old) attempts(app, endpoint string) (int, error) {
	page, err := c.MessageAttempt.ListByEndpoint(ctx, app, endpoint, nil)
	if err != nil {
		return 0, err
	}
	return len(page.Data), nil
}

func (c old) send(app, kind string, payload map[string]any, key string) (string, error) {
	options := &svix.PostOptions{}
	if key != "" {
		options.IdempotencyKey = &key
	}
	message := svix.MessageIn{EventType: kind, Payload: payload}
	sent, err := c.Message.CreateWithOptions(ctx, app, &message, options)
	if err != nil {
		return "", err
	}
	return sent.Id, nil
}

func (c old) recoverSince(app, endpoint string, since time.Time) error {
	return c.Endpoint.Recover(ctx, app, endpoint, &svix.RecoverIn{Since: since})
}

func (c old) replaySince(app, endpoint string, since time.Time) error {
	return c.Endpoint.ReplayMissing(ctx, app, endpoint, &svix.ReplayIn{Since: since})
}

func (c old) resend(app, message, endpoint string) error {
	return c.MessageAttempt.Resend(ctx, app, message, endpoint)
}

func (c old) portal(app string) (string, error) {
	access, err := c.Authentication.AppPortalAccess(ctx, app, &svix.AppPortalAccessIn{})
	if err != nil {
		return "", err
	}
	return access.Token, nil
}
