//go:build !old

package main

import (
	"context"
	"errors"
	"net/url"
	"time"

	svix "github.com/svix/svix-webhooks/go"
	"github.com/svix/svix-webhooks/go/models"
)

var ctx = context.Background()

type newest struct{ *svix.Svix }

func newCustomer(token string) customer {
	address, _ := url.Parse(server)
	client, err := svix.New(token, &svix.SvixOptions{ServerUrl: address})
	if err != nil {
		panic(err)
	}
	return newest{client}
}

func statusOf(err error) int {
	var refusal *svix.Error
	if errors.As(err, &refusal) {
		return refusal.Status()
	}
	var value svix.Error
	if errors.As(err, &value) {
		return value.Status()
	}
	return 0
}

func (c newest) as(token string) customer { return newCustomer(token) }

func (c newest) createApp(name, uid string) (string, error) {
	made, err := c.Application.Create(ctx, models.ApplicationIn{Name: name, Uid: &uid}, nil)
	if err != nil {
		return "", err
	}
	return made.Id, nil
}

func (c newest) getApp(ref string) error {
	_, err := c.Application.Get(ctx, ref)
	return err
}

func (c newest) apps(iterator *string) ([]string, *string, bool, error) {
	limit := uint64(2)
	page, err := c.Application.List(ctx, &svix.ApplicationListOptions{Limit: &limit, Iterator: iterator})
	if err != nil {
		return nil, nil, false, err
	}
	var ids []string
	for _, one := range page.Data {
		ids = append(ids, one.Id)
	}
	return ids, page.Iterator, page.Done, nil
}

func (c newest) createType(name string) error {
	_, err := c.EventType.Create(ctx, models.EventTypeIn{Name: name, Description: "An event"}, nil)
	return err
}

func (c newest) createEndpoint(app, address string) (string, error) {
	made, err := c.Endpoint.Create(ctx, app, models.EndpointIn{Url: address}, nil)
	if err != nil {
		return "", err
	}
	return made.Id, nil
}

func (c newest) endpoints(app string) ([]string, error) {
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

func (c newest) describe(app, endpoint, text string) (string, error) {
	if _, err := c.Endpoint.Patch(ctx, app, endpoint, models.EndpointPatch{Description: &text}); err != nil {
		return "", err
	}
	found, err := c.Endpoint.Get(ctx, app, endpoint)
	if err != nil {
		return "", err
	}
	return found.Description, nil
}

func (c newest) addHeader(app, endpoint, name, value string) error {
	patch := models.EndpointHeadersPatchIn{Headers: map[string]string{name: value}}
	return c.Endpoint.PatchHeaders(ctx, app, endpoint, patch)
}

func (c newest) secret(app, endpoint string) (string, error) {
	found, err := c.Endpoint.GetSecret(ctx, app, endpoint)
	if err != nil {
		return "", err
	}
	return found.Key, nil
}

func (c newest) rotate(app, endpoint string) error {
	return c.Endpoint.RotateSecret(ctx, app, endpoint, models.EndpointSecretRotateIn{}, nil)
}

func (c newest) delivered(app, endpoint string) (int, error) {
	found, err := c.Endpoint.GetStats(ctx, app, endpoint, nil)
	if err != nil {
		return 0, err
	}
	return int(found.Success), nil
}

func (c newest) attempts(app, endpoint string) (int, error) {
	page, err := c.MessageAttempt.ListByEndpoint(ctx, app, endpoint, nil)
	if err != nil {
		return 0, err
	}
	return len(page.Data), nil
}

func (c newest) send(app, kind string, payload map[string]any, key string) (string, error) {
	var options *svix.MessageCreateOptions
	if key != "" {
		options = &svix.MessageCreateOptions{IdempotencyKey: &key}
	}
	sent, err := c.Message.Create(ctx, app, models.MessageIn{EventType: kind, Payload: payload}, options)
	if err != nil {
		return "", err
	}
	return sent.Id, nil
}

func (c newest) recoverSince(app, endpoint string, since time.Time) error {
	_, err := c.Endpoint.Recover(ctx, app, endpoint, models.RecoverIn{Since: since}, nil)
	return err
}

func (c newest) replaySince(app, endpoint string, since time.Time) error {
	_, err := c.Endpoint.ReplayMissing(ctx, app, endpoint, models.ReplayIn{Since: since}, nil)
	return err
}

func (c newest) resend(app, message, endpoint string) error {
	_, err := c.MessageAttempt.Resend(ctx, app, message, endpoint, nil)
	return err
}

func (c newest) portal(app string) (string, error) {
	access, err := c.Authentication.AppPortalAccess(ctx, app, models.AppPortalAccessIn{}, nil)
	if err != nil {
		return "", err
	}
	return access.Token, nil
}
